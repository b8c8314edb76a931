#pragma once
/// The summary that a run prints at its end.

#include <optional>
#include <string>
#include <vector>

#include "models/contract/run_result.h"
#include "schedules/core/message_bounds.h"
#include "testbench/config/run_config.h"

namespace torusim {

/// A table of the phases, the totals, the findings, the verdict, and `results` (the directory of the files;
/// empty: no files). `predicted`: cycles by index of the phase. `note`: a sentence before the verdict, or
/// empty. `bounds`: the bounds of a schedule with a matrix.
std::string run_summary(const ScheduleInfo& schedule, const RunConfig& config, const RunResult& result,
                        const std::vector<Cycle>& predicted, const std::string& results,
                        const std::string& note = "", const std::optional<MessageBounds>& bounds = {});

/// A line with the throughput of a completed run of plain messages, if units are specified; else empty.
std::string throughput_line(const ScheduleInfo& schedule, const RunConfig& config, const RunResult& result);

/// The checks of every flit of a run or measurement; `config.monitor` adds those of the monitor.
std::string checked_flits(const RunConfig& config);

}  // namespace torusim
