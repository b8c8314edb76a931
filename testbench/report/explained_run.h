#pragma once
/// The explanation of a run, and the repetition of a run, or of a measurement of traffic, from its result
/// directory.

#include <filesystem>
#include <memory>
#include <optional>

#include "models/run/traffic_run.h"
#include "testbench/config/run_setup.h"
#include "testbench/config/watchers.h"
#include "testbench/report/explanation.h"

namespace torusim {

class ExplainedTraffic;

/// Explains the run of the resolved `config` that `history` and `statistics` have observed; passes through
/// the schedule once more. REQUIRES: all arguments outlive the result.
Explanation explain_run(const RunConfig& config, Schedule& schedule, const RunResult& result,
                        const std::vector<Cycle>& predicted, FlitHistory& history,
                        const NetworkStatistics& statistics);

/// Repeats the run of a result directory. Runs depend on their configuration alone, so the directory's only
/// file that is read is run.json. The level is always the fast one, which changes no result. run.json is
/// untrusted: it sets only options that affect results.
class Replay {
 public:
  /// Throws InputError if the directory holds no complete run, if the run can no longer be prepared, or if an
  /// input file differs from its hash in run.json. Unless `load_libraries`, also throws InputError if routers
  /// come from a library: results may be untrusted, and a library is a program.
  explicit Replay(const std::filesystem::path& directory, bool load_libraries = false);
  ~Replay();

  /// A run of these options, in place of a recorded one. Throws UsageError and InputError.
  explicit Replay(RunConfig config);

  /// Repeats the run, with further observers; may be called again. Throws InputError if the run differs from
  /// the recorded one, InterruptedError on a signal.
  void run(const std::vector<Observer*>& more = {});

  /// Repeats the run with these observers only, and if `until` is given, up to that cycle. explanation()
  /// stays as it was; result() is always that of the latest whole run.
  void run_unwatched(const std::vector<Observer*>& observers, std::optional<Cycle> until = std::nullopt);

  const RunConfig& config() const { return run_.config; }
  const Hardware& hardware() const { return run_.hardware; }
  /// The options of the simulation, without observers.
  const RunOptions& options() const { return run_.options; }
  const ScheduleInfo& schedule() const { return traffic_ ? traffic_info_ : run_.schedule->info(); }
  /// REQUIRES: run(), or run_unwatched() without `until`.
  const RunResult& result() const { return result_; }
  /// REQUIRES: run().
  const Explanation& explanation() const { return *explanation_; }

 private:
  void prepare_traffic();
  void run_traffic(const std::vector<Observer*>& more);
  RunResult simulate_again(RunOptions options);
  void make_again(const RunOptions& options);

  std::filesystem::path directory_;
  nlohmann::ordered_json recorded_;
  PreparedRun run_;  // of traffic: without a schedule
  std::optional<TrafficOptions> traffic_;
  ScheduleInfo traffic_info_;
  TrafficResult measured_;
  std::vector<Cycle> predicted_;
  RunResult result_;
  std::unique_ptr<Watchers> watchers_;
  std::unique_ptr<ExplainedTraffic> explained_traffic_;
  std::unique_ptr<Explanation> explanation_;
};

}  // namespace torusim
