#pragma once
/// Common parts of `run`, `run --hardwired` and `traffic`.

#include <functional>
#include <string>

#include "testbench/config/option.h"
#include "testbench/process/interrupt.h"
#include "testbench/results/result_directory.h"
#include "testbench/results/run_record.h"

namespace torusim {

struct Explanation;

/// Adds progress on standard error and interruption by a signal to `options`, and calls `simulate`.
RunResult run_watched(bool quiet, const ScheduleInfo& info, const InterruptGuard& interrupt,
                      RunOptions& options, const std::function<RunResult()>& simulate);

/// The record of a run of the resolved `config`, with the options of `command` and no log of messages.
/// REQUIRES: all arguments outlive the record.
RunRecord record_of(const RunConfig& config, Command command, const ScheduleInfo& info,
                    const RunResult& result, const std::vector<Cycle>& predicted);

/// Commits the directory with the files that `write` writes; `write` returns further lines for the summary.
/// Returns the directory's path and these lines. An interrupted run does not replace a finished one; then the
/// text reports it.
std::string keep_results(ResultDirectory& directory, bool interrupted,
                         const std::function<std::string()>& write);
/// keep_results() for the run of a schedule: writes run.json and phases.csv, and calls `write_more`.
std::string keep_results(ResultDirectory& directory, const RunRecord& record,
                         const std::function<std::string()>& write_more);

/// Writes report.html among the results; returns the line of the summary that names it.
std::string keep_page(const ResultDirectory& directory, const Explanation& explanation);

}  // namespace torusim
