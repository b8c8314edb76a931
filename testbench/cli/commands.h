#pragma once
/// The commands. Each command prints to standard output and returns the exit code; UsageError and InputError
/// pass through. A command with --json fills `answer` in place of printing, if it is not null.

#include <nlohmann/json.hpp>

#include "schedules/core/schedule.h"
#include "testbench/config/run_config.h"
#include "testbench/process/exit_code.h"

namespace torusim {

/// Reports on standard error if a network at that level (empty: not chosen yet) gets fewer threads than
/// requested.
void print_fewer_threads(const RunConfig& config, std::optional<Level> level, const Topology& topology,
                         const ForeignPlacement& foreign);

using Json = nlohmann::ordered_json;

int list_command(RunConfig config, Json* answer);
int info_command(RunConfig config, Json* answer);
int check_command(RunConfig config, Json* answer);
/// `check --deadlock`
int deadlock_command(RunConfig config, Json* answer);
int schedule_command(RunConfig config);
int run_command(RunConfig config);
/// `run --hardwired` of a loaded schedule.
int hardwired_command(RunConfig config, std::unique_ptr<Schedule> schedule);
/// `config.algorithm` is the name of a collective.
int compare_command(RunConfig config, Json* answer);
int traffic_command(RunConfig config, Json* answer);
int curve_command(RunConfig config, Json* answer);
/// explain, report and waves read the result directories `config.directories`. Without a directory, explain
/// runs the options of a run.
int explain_command(RunConfig config, Json* answer);
int report_command(RunConfig config);
int waves_command(RunConfig config);
int convert_command(RunConfig config);
int sweep_command(RunConfig config);
int reproduce_command(RunConfig config);

}  // namespace torusim
