#pragma once
/// The results of a run other than those of messages and channels, and the summary that a run prints, for
/// the program and the C library.

#include <optional>
#include <string>
#include <vector>

#include "schedules/core/message_bounds.h"
#include "testbench/config/run_setup.h"
#include "testbench/results/job_times.h"
#include "testbench/results/rank_times.h"

namespace torusim {

struct RunOutcome {
  RunResult result;
  std::vector<Cycle> predicted;
  std::optional<MessageBounds> bounds;  ///< of a schedule with a matrix
  std::vector<JobResult> jobs;
  std::vector<RankTime> ranks;
};

/// Observes a run for its outcome.
class OutcomeWatch {
 public:
  /// Adds its observers to the options of the run, which must not outlive it.
  explicit OutcomeWatch(PreparedRun& run);
  OutcomeWatch(const OutcomeWatch&) = delete;
  OutcomeWatch& operator=(const OutcomeWatch&) = delete;

  /// The outcome of the observed run. Jobs run again, each alone. Throws InterruptedError.
  RunOutcome outcome(RunResult result) const;

 private:
  PreparedRun& run_;
  const std::vector<Cycle> predicted_;
  const JobsSchedule* jobs_;
  std::optional<JobTimes> job_times_;
  std::optional<RankTimes> rank_times_;
};

/// The summary of the run. `where`: the directory of its files; empty: no files.
std::string outcome_summary(const PreparedRun& run, const RunOutcome& outcome, const std::string& where = "");

}  // namespace torusim
