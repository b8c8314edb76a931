#pragma once
/// The part of the option table that is about `torusim sweep`.

#include <vector>

#include "testbench/config/run_config.h"

namespace torusim {

/// The positional argument: the file of the sweep.
void add_sweep_file(std::vector<Option>& table);
void add_sweep_options(std::vector<Option>& table);

}  // namespace torusim
