#pragma once
/// From --on, or a run file, to programs on parts of a network.

#include <memory>
#include <string>
#include <vector>

#include "schedules/core/jobs.h"
#include "testbench/config/run_config.h"

namespace torusim {

/// Whether it is a run file: it ends in .toml.
bool names_jobs(const std::string& path);

/// The jobs of the run file `config.algorithm`, or the one that `config.on` places. Throws UsageError and
/// InputError.
std::unique_ptr<JobsSchedule> load_jobs(const RunConfig& config);
/// The files that the jobs of a run file need; none if it cannot be read.
std::vector<std::string> files_of_jobs(const RunConfig& config);

}  // namespace torusim
