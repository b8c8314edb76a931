#pragma once
/// The configuration as it is kept with results.

#include <nlohmann/json.hpp>

#include "testbench/config/option.h"

namespace torusim {

/// Every option of the command that its results depend on; no `auto` may be left among the numbers.
nlohmann::ordered_json recorded_options(const RunConfig& config, Command command);

}  // namespace torusim
