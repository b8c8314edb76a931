#pragma once
/// The time of a program on a network in which no message waits for another between its node interfaces.

#include <optional>

#include "models/contract/run_options.h"
#include "models/contract/run_result.h"
#include "schedules/core/program_schedule.h"

namespace torusim {

/// Verdict, cycles and findings of the run: computations, host costs, injection channels and the latency of
/// every message (zero_load.h). The function uses only hardware and startup of `options`.
RunResult run_without_contention(const ProgramSchedule& schedule, const RunOptions& options);
/// The cycles of this run. Nothing if the program never ends.
std::optional<Cycle> cycles_without_contention(const ProgramSchedule& schedule, const RunOptions& options);

}  // namespace torusim
