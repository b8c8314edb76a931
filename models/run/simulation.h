#pragma once
/// One run: a schedule on a network. The same call for every level.

#include "models/contract/run_options.h"
#include "models/contract/run_result.h"
#include "models/run/make_network.h"

namespace torusim {

/// Virtual classes that a schedule needs under a synchronisation: one a phase for priority, one more than the
/// schedule's own for local (the signals' class), else the schedule's own.
int classes_needed(Schedule& schedule, Synchronisation sync);

/// Runs the schedule to its end. Throws InputError when schedule, hardware and options do not fit together.
RunResult simulate(Schedule& schedule, const RunOptions& options, NetworkFactory make = make_network);

}  // namespace torusim
