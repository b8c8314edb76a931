#pragma once
/// Converts --rtl and --lockstep to the foreign routers of a run or a measurement. The model of the RTL
/// router is built if the user asks for it or no built-in model fits.

#include <string>

#include "testbench/config/run_config.h"

namespace torusim {

/// Fills `placement`. Throws UsageError and InputError that begin with `--rtl: `.
void place_foreign_routers(const RunConfig& config, const Hardware& hardware, ForeignPlacement& placement);

/// The library of a model that fits the hardware exactly, from the cache (model_cache.h) or built into it;
/// empty: use a built-in model. Standard error reports the repair of a damaged model; unless `quiet`, also
/// any other build, and a built-in model used for lack of Verilator. Throws InputError if no model fits and
/// none can be built, and InterruptedError.
std::string fitting_model(RtlModels which, const Hardware& hardware, bool quiet);

}  // namespace torusim
