#pragma once
/// What a run prints at its end.

#include <optional>
#include <string>
#include <vector>

#include "models/contract/run_result.h"
#include "schedules/core/message_bounds.h"
#include "testbench/config/run_config.h"

namespace torusim {

/// A table of the phases, the totals, the findings, the verdict, and `results` (where the files lie; empty:
/// there are none). `predicted` by index of the phase. `note`: a sentence before the verdict, or empty.
/// `bounds`: of a schedule with a matrix.
std::string run_summary(const ScheduleInfo& schedule, const RunConfig& config, const RunResult& result,
                        const std::vector<Cycle>& predicted, const std::string& results,
                        const std::string& note = "", const std::optional<MessageBounds>& bounds = {});

/// The bytes of plain messages over the time of a completed run, if units are specified; else empty.
std::string throughput_line(const ScheduleInfo& schedule, const RunConfig& config, const RunResult& result);

/// What every flit of a run or measurement is held to; `config.monitor` says whether its monitor is on.
std::string checked_flits(const RunConfig& config);

}  // namespace torusim
