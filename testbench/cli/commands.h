#pragma once
/// The commands. Each command prints to standard output and returns the exit code; UsageError and InputError
/// pass through.

#include "schedules/core/schedule.h"
#include "testbench/config/run_config.h"
#include "testbench/process/exit_code.h"

namespace torusim {

/// Reports on standard error if a network at that level (empty: not chosen yet) gets fewer threads than
/// requested.
void print_fewer_threads(const RunConfig& config, std::optional<Level> level, const Topology& topology,
                         const ForeignPlacement& foreign);

int list_command(RunConfig config);
int info_command(RunConfig config);
int check_command(RunConfig config);
/// `check --deadlock`
int deadlock_command(RunConfig config);
int schedule_command(RunConfig config);
int run_command(RunConfig config);
/// `run --hardwired` of a loaded schedule.
int hardwired_command(RunConfig config, std::unique_ptr<Schedule> schedule);
/// `config.algorithm` is the name of a collective.
int compare_command(RunConfig config);
int traffic_command(RunConfig config);
int curve_command(RunConfig config);
/// explain, report and waves read the result directories `config.directories`.
int explain_command(RunConfig config);
int report_command(RunConfig config);
int waves_command(RunConfig config);
int convert_command(RunConfig config);
int sweep_command(RunConfig config);
int reproduce_command(RunConfig config);

}  // namespace torusim
