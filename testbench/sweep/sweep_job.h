#pragma once
/// One run of a sweep: its resolved configuration, the name that follows from it, and its results.

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "testbench/config/run_config.h"
#include "testbench/sweep/sweep_file.h"

namespace torusim {

/// Throws InputError for a symbolic link, which another user may have made.
void refuse_link(const std::filesystem::path& path);

class SweepJob {
 public:
  /// Resolves every `auto` of the point; the run has `threads` threads. Throws UsageError or InputError for a
  /// point that cannot run.
  SweepJob(const SweepPoint& point, Command command, int threads = 1);

  /// 16 hexadecimal digits: a hash of the command, the sources of the program, all resolved options, and the
  /// contents of all files that the run reads (named_files.h). Equal runs have equal names, in any sweep file
  /// and any order.
  const std::string& name() const { return name_; }

  /// Runs the job and keeps its results in `jobs`/name, a directory that is complete or absent.
  /// `run_schedule` is the command `run`. Does nothing if the results exist. Returns false if another sweep
  /// runs the job now.
  bool run(const std::filesystem::path& jobs, const std::function<int(RunConfig)>& run_schedule) const;
  /// The run.json of earlier results; nullopt if it is missing or has been changed, or if the run was
  /// interrupted. Throws InputError if the directory is a link.
  std::optional<nlohmann::ordered_json> result(const std::filesystem::path& jobs) const;

 private:
  RunConfig config_;
  Command command_;
  std::string name_;
};

}  // namespace torusim
