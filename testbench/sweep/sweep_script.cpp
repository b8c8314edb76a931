#include "testbench/sweep/sweep_script.h"

#include <fmt/format.h>

namespace torusim {
namespace {

/// A word of the shell.
std::string quoted(const std::string& text) {
  if (text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") ==
      std::string::npos) {
    return text;
  }
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

}  // namespace

std::string sweep_script(const RunConfig& config) {
  const std::string sweep =
      fmt::format("torusim sweep {} -o {} --quiet", quoted(config.sweep.file), quoted(config.output));
  const int shards = config.jobs;
  if (config.sweep.print == SweepPrint::kParallel) {
    // parallel has the arguments of its command read by a shell once more, so the words stand in one string.
    return fmt::format(
        "#!/bin/sh\n"
        "# One sweep, {0} shards, as many at a time as this machine has cores; --sshlogin adds machines.\n"
        "parallel {1} ::: $(seq {0})\n"
        "{2}\n",
        shards, quoted(sweep + fmt::format(" --shard {{}}/{}", shards)), sweep);
  }
  return fmt::format(
      "#!/bin/bash\n"
      "# One sweep as an array of {0} jobs: sbatch this file. The last one to end writes the table.\n"
      "#SBATCH --job-name=torusim-sweep\n"
      "#SBATCH --array=1-{0}\n"
      "#SBATCH --ntasks=1\n"
      "#SBATCH --cpus-per-task=1\n"
      "srun {1} --shard \"$SLURM_ARRAY_TASK_ID/{0}\"\n",
      shards, sweep);
}

}  // namespace torusim
