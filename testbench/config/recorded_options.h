#pragma once
/// The configuration as run.json records it.

#include <nlohmann/json.hpp>

#include "testbench/config/option.h"

namespace torusim {

/// Every option of the command that affects its results. REQUIRES: no number is `auto`.
nlohmann::ordered_json recorded_options(const RunConfig& config, Command command);

}  // namespace torusim
