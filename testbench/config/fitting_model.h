#pragma once
/// The model of the RTL router that a run gets, built where that is asked for or needed.

#include <string>

#include "testbench/config/run_config.h"

namespace torusim {

/// The library of a model that fits the hardware exactly, from the cache (model_cache.h) or built into it,
/// which is reported on standard error unless `quiet`; empty: use a model of the program. Without Verilator
/// that is said, if one of the program serves. Throws InputError if no model fits and none can be built, and
/// InterruptedError.
std::string fitting_model(RtlModels which, const Hardware& hardware, bool quiet);

}  // namespace torusim
