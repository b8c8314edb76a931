#pragma once
/// Converts --rtl and --lockstep to the foreign routers of a run or a measurement.

#include "testbench/config/run_config.h"

namespace torusim {

/// Fills `placement`. Throws UsageError and InputError that begin with `--rtl: `.
void place_foreign_routers(const RunConfig& config, const Hardware& hardware, ForeignPlacement& placement);

}  // namespace torusim
