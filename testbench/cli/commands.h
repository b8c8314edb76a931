#pragma once
/// The commands of the program. Each prints to standard output and returns the exit code; UsageError and
/// InputError pass through.

#include "schedules/core/schedule.h"
#include "testbench/config/run_config.h"
#include "testbench/process/exit_code.h"

namespace torusim {

int list_command(bool json);
int info_command(const RunConfig& config, bool json);
int check_command(const RunConfig& config, bool json);
int schedule_command(const RunConfig& config);
int run_command(RunConfig config);
/// `run --hardwired` of a schedule that has been loaded.
int hardwired_command(RunConfig config, Schedule& schedule);
int traffic_command(RunConfig config, bool json);
int curve_command(RunConfig config);
int explain_command(const std::string& directory);
/// Writes `config.output` (empty: report.html) about the runs of these result directories.
int report_command(const std::vector<std::string>& directories, const RunConfig& config);

/// Writes the waves around `config.around` of the run of a result directory to `config.output`.
int waves_command(const std::string& directory, const RunConfig& config);
int convert_command(const RunConfig& config);
int sweep_command(const RunConfig& config);
int reproduce_command(const RunConfig& config);

}  // namespace torusim
