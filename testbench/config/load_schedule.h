#pragma once
/// Converts the user's configuration to a schedule.

#include <memory>

#include "schedules/core/schedule.h"
#include "testbench/config/run_config.h"

namespace torusim {

/// The schedule that `config.algorithm` names: an algorithm on `config.topology` with the options
/// `config.set`, or a file.
/// Throws UsageError for contradictions and unknown names, InputError for files and shapes.
std::unique_ptr<Schedule> load_schedule(const RunConfig& config);

}  // namespace torusim
