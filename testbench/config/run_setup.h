#pragma once
/// From what the user says of a run to its options.

#include "testbench/config/run_config.h"

namespace torusim {

/// The options of a run of a resolved configuration, hardwired or not. Throws UsageError and InputError for
/// routers that cannot be placed.
RunOptions run_options(const RunConfig& config, const Hardware& hardware);

}  // namespace torusim
