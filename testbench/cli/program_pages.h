#pragma once
/// What info, check and run print of a program.

#include <string>
#include <vector>

#include "models/contract/run_result.h"
#include "schedules/core/program_schedule.h"
#include "testbench/config/run_config.h"
#include "testbench/results/rank_times.h"

namespace torusim {

/// `info` and `check` of a program that has been loaded; they return the exit code.
int info_of_program(const RunConfig& config, const ProgramSchedule& program);
int check_of_program(const RunConfig& config, const ProgramSchedule& program);

/// As run_summary(). `predicted`: the time without contention, -1 if the program never ends.
/// `ranks`: of a program with computations.
std::string program_summary(const ProgramSchedule& program, const RunConfig& config, const RunResult& result,
                            Cycle predicted, const std::vector<RankTime>& ranks, const std::string& results);

}  // namespace torusim
