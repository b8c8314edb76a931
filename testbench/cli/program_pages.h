#pragma once
/// The output of info, check and run for a program.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/contract/run_result.h"
#include "schedules/core/program_schedule.h"
#include "testbench/config/run_setup.h"
#include "testbench/results/rank_times.h"

namespace torusim {

using Json = nlohmann::ordered_json;

/// `info` and `check` of a program, as commands.h says. Both return the exit code.
int info_of_program(const PreparedRun& run, Json* answer);
int check_of_program(const PreparedRun& run, Json* answer);

/// The run_summary() of a program. `predicted`: the time without contention, -1 if the program never ends.
/// `ranks`: times of the ranks, if the program computes.
std::string program_summary(const ProgramSchedule& program, const RunConfig& config, const RunResult& result,
                            Cycle predicted, const std::vector<RankTime>& ranks, const std::string& results);

}  // namespace torusim
