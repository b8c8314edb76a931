#pragma once
/// Scripts that let many processes or machines share one sweep.

#include <string>

#include "testbench/config/run_config.h"

namespace torusim {

/// For GNU parallel or a Slurm array, as `config.sweep.print` says: --jobs shards, and then the table.
std::string sweep_script(const RunConfig& config);

}  // namespace torusim
