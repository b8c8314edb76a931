#pragma once
/// The part of the option table that is about `torusim reproduce`.

#include <vector>

#include "testbench/config/run_config.h"

namespace torusim {

/// The positional argument: what is reproduced.
void add_reproduced_exhibits(std::vector<Option>& table);
void add_reproduce_options(std::vector<Option>& table);

}  // namespace torusim
