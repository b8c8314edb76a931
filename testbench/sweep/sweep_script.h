#pragma once
/// Scripts that let many processes or machines share one sweep.

#include <string>

#include "testbench/config/run_config.h"

namespace torusim {

/// A script for GNU parallel or a Slurm array, by `config.sweep.print`: it runs --jobs shards, and then makes
/// the table.
std::string sweep_script(const RunConfig& config);

}  // namespace torusim
