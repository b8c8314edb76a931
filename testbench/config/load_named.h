#pragma once
/// From a name to the one schedule or program that it stands for.

#include <memory>

#include "schedules/core/schedule.h"
#include "testbench/config/run_config.h"

namespace torusim {

// All throw UsageError for contradictions and unknown names, InputError for files and shapes.

/// What `config.algorithm` names on `config.topology`: an algorithm with the options `config.set`, a schedule
/// file, or a program; as if nothing had failed and no part of the network were chosen.
std::unique_ptr<Schedule> load_named(const RunConfig& config);

/// Refuses options that only programs have, or only Chakra traces among them.
void refuse_program_options(const RunConfig& config, bool program);
/// Refuses what no command does with that schedule.
void check_loaded(const RunConfig& config, const Schedule& schedule);

}  // namespace torusim
