#pragma once
/// One run: a schedule on a network. The same call for every level.

#include "models/contract/run_options.h"
#include "models/contract/run_result.h"
#include "models/run/run_without_kernel.h"

namespace torusim {

/// Virtual classes that a schedule needs under a synchronisation: one a phase for priority, one more than the
/// schedule's own for local (the signals' class), else the schedule's own.
int classes_needed(Schedule& schedule, Synchronisation sync);

/// Runs the schedule to its end. Throws InputError when schedule, hardware and options do not fit together.
/// The pins level needs the SystemC kernel and can run once in a process.
RunResult simulate(Schedule& schedule, const RunOptions& options);

/// The same as simulate(), which is simulate_by(run_at_level, ..).
RunResult simulate_by(LevelRun run, Schedule& schedule, const RunOptions& options);

}  // namespace torusim
