#pragma once
/// A run that is watched so closely that it can be explained, and the same run again from what its result
/// directory says.

#include <filesystem>
#include <memory>
#include <optional>

#include "testbench/config/run_config.h"
#include "testbench/report/explanation.h"

namespace torusim {

/// `history` and `statistics` have watched the whole run of the resolved `config`; the schedule is gone
/// through once more. Everything must outlive the result.
Explanation explain_run(const RunConfig& config, Schedule& schedule, const RunResult& result,
                        const std::vector<Cycle>& predicted, FlitHistory& history,
                        const NetworkStatistics& statistics);

/// A result directory's run, made again. Runs depend on their configuration alone, so nothing but run.json is
/// read; the level is always the fast one, which changes no result. What run.json says is data from anybody:
/// it sets only what results depend on.
class Replay {
 public:
  /// Throws InputError when the directory holds no run, was interrupted, or the run is another one today;
  /// when a schedule file or factor that it names is not, to the byte, what run.json keeps a hash of; and,
  /// unless `load_libraries`, when routers of the run are of a library: results may be a stranger's, and a
  /// library is a program.
  explicit Replay(const std::filesystem::path& directory, bool load_libraries = false);

  /// Runs it, with further observers. May be called again. Throws InterruptedError on a signal.
  void run(const std::vector<Observer*>& more = {});

  /// Runs it with these observers only, and, if `until` is given, no further than that cycle: explanation()
  /// is not made then, and result() is that of a whole run.
  void run_unwatched(const std::vector<Observer*>& observers, std::optional<Cycle> until = std::nullopt);

  const RunConfig& config() const { return config_; }
  const Hardware& hardware() const { return hardware_; }
  const ScheduleInfo& schedule() const { return schedule_->info(); }
  /// After run() or run_unwatched().
  const RunResult& result() const { return result_; }
  /// After run().
  const Explanation& explanation() const { return *explanation_; }

 private:
  RunResult simulate_again(RunOptions options);
  void make_again(const RunOptions& options);

  std::filesystem::path directory_;
  nlohmann::json recorded_;
  RunConfig config_;
  std::unique_ptr<Schedule> schedule_;
  Hardware hardware_;
  std::vector<Cycle> predicted_;
  RunResult result_;
  std::unique_ptr<FlitHistory> history_;
  std::unique_ptr<NetworkStatistics> statistics_;
  std::unique_ptr<Explanation> explanation_;
};

}  // namespace torusim
