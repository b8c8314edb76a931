#pragma once
/// One run of a schedule on a network, by the same call for every level.

#include "models/contract/run_options.h"
#include "models/contract/run_result.h"
#include "models/run/make_network.h"

namespace torusim {

/// Number of classes that a schedule needs under a synchronisation. Priority needs one class per phase; local
/// needs the schedule's classes and one for signals; other synchronisations need the schedule's classes.
int classes_needed(Schedule& schedule, Synchronisation sync);

/// Runs the schedule to its end. Throws InputError when schedule, hardware and options do not fit together.
RunResult simulate(Schedule& schedule, const RunOptions& options, NetworkFactory make = make_network);

}  // namespace torusim
