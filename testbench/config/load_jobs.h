#pragma once
/// Converts --on, or a run file, to programs on parts of a network.

#include <memory>

#include "schedules/core/jobs.h"
#include "testbench/config/run_config.h"

namespace torusim {

/// The jobs of the run file `config.algorithm`, or the one job that `config.on` places. Throws UsageError and
/// InputError.
std::unique_ptr<JobsSchedule> load_jobs(const RunConfig& config);

/// Whether --barrier is a latency of this synchronisation.
inline bool has_barriers(Synchronisation sync) {
  return sync == Synchronisation::kBarrier || sync == Synchronisation::kLocal;
}

}  // namespace torusim
