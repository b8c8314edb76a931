#include "testbench/cli/run_outcome.h"

#include <fmt/format.h>

#include "schedules/check/check.h"
#include "schedules/core/data_order.h"
#include "schedules/core/traffic_matrix.h"
#include "testbench/cli/program_pages.h"
#include "testbench/cli/run_summary.h"
#include "testbench/config/named_files.h"

namespace torusim {
namespace {

const JobsSchedule* jobs_of(Schedule& schedule) {
  ProgramSchedule* const program = schedule.as_program();
  return program != nullptr ? program->as_jobs() : nullptr;
}

/// A schedule file may break rules that a run does not test, so `run` may verify a schedule that `check`
/// refuses.
std::string note_on(const RunConfig& config, Schedule& schedule) {
  if (!names_file(config.algorithm)) return "";
  const PhaseReport report = check_phases(schedule);
  if (report.violation_count == 0) return "";
  return fmt::format("torusim check refuses this schedule: {} violation{} of ports or claims, the first: {}",
                     report.violation_count, report.violation_count == 1 ? "" : "s", report.first);
}

}  // namespace

OutcomeWatch::OutcomeWatch(PreparedRun& run)
    : run_(run),
      predicted_(run.predicted()),
      jobs_(jobs_of(*run.schedule)),
      rank_times_(rank_times_of(*run.schedule)) {
  std::vector<Observer*>& observers = run.options.observers;
  if (jobs_ != nullptr) observers.push_back(&job_times_.emplace(jobs_->first_messages()));
  if (rank_times_) observers.push_back(&*rank_times_);
}

RunOutcome OutcomeWatch::outcome(RunResult result) const {
  RunOutcome outcome{std::move(result), predicted_, {}, {}, {}};
  const RunConfig& config = run_.config;
  if (jobs_ != nullptr) {
    const bool completed = outcome.result.verdict == Verdict::kVerified;
    outcome.jobs = job_results(*jobs_, *job_times_, run_.options, completed);
  }
  if (rank_times_) outcome.ranks = rank_times_->until(outcome.result.cycles);
  if (matrix_of(*run_.schedule)) {
    outcome.bounds = message_bounds(*run_.schedule, *config.block, *config.alpha);
  }
  return outcome;
}

std::string outcome_summary(const PreparedRun& run, const RunOutcome& outcome, const std::string& where) {
  Schedule& schedule = *run.schedule;
  if (has_phases(schedule)) {
    return run_summary(schedule.info(), run.config, outcome.result, outcome.predicted, where,
                       note_on(run.config, schedule), outcome.bounds);
  }
  std::string text = program_summary(*schedule.as_program(), run.config, outcome.result,
                                     outcome.predicted.front(), outcome.ranks, where);
  if (jobs_of(schedule) != nullptr) text += "\n" + jobs_text(outcome.jobs, scale_of(run.config));
  return text;
}

}  // namespace torusim
