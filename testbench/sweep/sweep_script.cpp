#include "testbench/sweep/sweep_script.h"

#include <fmt/format.h>

#include <filesystem>

namespace torusim {
namespace {

/// A word of the shell.
std::string quoted(const std::string& text) {
  if (!text.empty() &&
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-") ==
          std::string::npos) {
    return text;
  }
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

/// A path that no command can mistake for an option.
std::string path_word(const std::string& path) { return quoted(path.starts_with("-") ? "./" + path : path); }

std::string own_path() {
  std::error_code error;
  const auto path = std::filesystem::read_symlink("/proc/self/exe", error);
  return error ? std::string("torusim") : path.string();
}

}  // namespace

std::string sweep_script(const RunConfig& config) {
  const std::string program = quoted(own_path()), file = path_word(config.sweep.file),
                    results = path_word(config.output);
  const int shards = config.jobs;
  if (config.sweep.print == SweepPrint::kParallel) {
    // parallel replaces braces in its command and has it read by a shell once more, so no word of the user's
    // stands in it: they go through the environment, also to other machines (--env).
    return fmt::format(
        "#!/bin/sh\n"
        "# One sweep, {0} shards, as many at a time as this machine has cores; --sshlogin adds machines.\n"
        "TORUSIM={1} SWEEP={2} RESULTS={3}\n"
        "export TORUSIM SWEEP RESULTS\n"
        "parallel --env TORUSIM --env SWEEP --env RESULTS \\\n"
        "  '\"$TORUSIM\" sweep \"$SWEEP\" -o \"$RESULTS\" --quiet --shard {{}}/{0}' ::: $(seq {0})\n"
        "\"$TORUSIM\" sweep \"$SWEEP\" -o \"$RESULTS\" --quiet\n",
        shards, program, file, results);
  }
  return fmt::format(
      "#!/bin/bash\n"
      "# One sweep as an array of {0} jobs: sbatch this file. The last one to end writes the table.\n"
      "#SBATCH --job-name=torusim-sweep\n"
      "#SBATCH --array=1-{0}\n"
      "#SBATCH --ntasks=1\n"
      "#SBATCH --cpus-per-task=1\n"
      "srun {1} sweep {2} -o {3} --quiet --shard \"$SLURM_ARRAY_TASK_ID/{0}\"\n",
      shards, program, file, results);
}

}  // namespace torusim
