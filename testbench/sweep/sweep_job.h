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
  /// `threads`: of the run. Resolves every `auto` of the point. Throws UsageError or InputError for what
  /// cannot be run.
  SweepJob(const SweepPoint& point, Command command, int threads = 1);

  /// 16 hexadecimal digits: a hash of the command, the sources of the program, all resolved options and the
  /// contents of schedule file and router libraries, wherever these lie. Equal runs have equal names,
  /// whatever the file or the order that they come from.
  const std::string& name() const { return name_; }

  /// Runs it and keeps its results in `jobs`/name, which is there complete or not at all. `run_schedule` is
  /// the command `run`. Does nothing if they are there already. False if another sweep runs the job now.
  bool run(const std::filesystem::path& jobs, const std::function<int(RunConfig)>& run_schedule) const;
  /// The run.json of earlier results, if they are there as torusim has written them and the run was not
  /// interrupted. Throws InputError if a link stands for their directory.
  std::optional<nlohmann::ordered_json> result(const std::filesystem::path& jobs) const;

 private:
  RunConfig config_;
  Command command_;
  std::string name_;
};

}  // namespace torusim
