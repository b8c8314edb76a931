#pragma once
/// A run that is watched so closely that it can be explained, and the same run again from what its result
/// directory says.

#include <filesystem>
#include <memory>
#include <optional>

#include "testbench/config/run_setup.h"
#include "testbench/config/watchers.h"
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

  const RunConfig& config() const { return run_.config; }
  const Hardware& hardware() const { return run_.hardware; }
  /// As it is simulated, but for observers.
  const RunOptions& options() const { return run_.options; }
  const ScheduleInfo& schedule() const { return run_.schedule->info(); }
  /// After run() or run_unwatched().
  const RunResult& result() const { return result_; }
  /// After run().
  const Explanation& explanation() const { return *explanation_; }

 private:
  RunResult simulate_again(RunOptions options);
  void make_again(const RunOptions& options);

  std::filesystem::path directory_;
  nlohmann::json recorded_;
  PreparedRun run_;
  std::vector<Cycle> predicted_;
  RunResult result_;
  std::unique_ptr<Watchers> watchers_;
  std::unique_ptr<Explanation> explanation_;
};

}  // namespace torusim
