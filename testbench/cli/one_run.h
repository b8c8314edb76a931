#pragma once
/// What `run`, `run --hardwired` and `traffic` have in common.

#include <functional>
#include <string>

#include "testbench/config/option.h"
#include "testbench/process/interrupt.h"
#include "testbench/results/result_directory.h"
#include "testbench/results/run_record.h"

namespace torusim {

/// Calls `simulate` with `options`, to which it adds progress on standard error and the end by a signal.
RunResult run_watched(bool quiet, const InterruptGuard& interrupt, RunOptions& options,
                      const std::function<RunResult()>& simulate);

/// What is written of a run of the resolved `config`, with the options that `command` takes, without a log of
/// its messages. All of it must outlive the record.
RunRecord record_of(const RunConfig& config, Command command, const ScheduleInfo& info,
                    const RunResult& result, const std::vector<Cycle>& predicted);

/// Puts the directory in its place with what `write` writes, which returns further lines for the summary.
/// Returns where it lies; or why it is as it was, for an interrupted run where results of a whole one are.
std::string keep_results(ResultDirectory& directory, bool interrupted,
                         const std::function<std::string()>& write);
/// The same of a schedule: run.json, phases.csv and what `write_more` writes.
std::string keep_results(ResultDirectory& directory, const RunRecord& record,
                         const std::function<std::string()>& write_more);

}  // namespace torusim
