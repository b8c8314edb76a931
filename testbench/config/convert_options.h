#pragma once
/// The part of the option table that is about `torusim convert`.

#include <vector>

#include "testbench/config/run_config.h"

namespace torusim {

/// The second positional argument: what to write.
void add_convert_target(std::vector<Option>& table);
void add_convert_options(std::vector<Option>& table);

}  // namespace torusim
