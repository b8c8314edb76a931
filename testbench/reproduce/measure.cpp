#include "testbench/reproduce/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "models/contract/run_result.h"
#include "testbench/process/worker_processes.h"

namespace torusim {
namespace {

/// Experiments by their commands, with their outcomes.
class Laboratory {
 public:
  explicit Laboratory(const Effort& effort)
      : effort_(effort), left_(effort.seconds), missing_(fmt::format("in {:g} s", effort.seconds)) {}

  void ask(const Experiment& experiment) {
    counts_.try_emplace(command_of(count_part(experiment)), Job{count_part(experiment).config, {}});
    if (experiment.runs) runs_.try_emplace(command_of(experiment), Job{experiment.config, {}});
  }

  void ask(Point& point) { own_counts_.push_back(&point); }

  /// Measures until all is done, the budget is used up, or the user interrupts.
  void work() {
    try {
      measure();
    } catch (const InterruptedError&) {
      missing_ = "interrupted";
    }
  }

  /// Outcome of an experiment; nullopt if there is none.
  const std::optional<Outcome>& outcome(const Experiment& experiment) const {
    return (experiment.runs ? runs_ : counts_).at(command_of(experiment)).outcome;
  }
  /// Why an experiment may have no outcome, the end of a sentence.
  const std::string& missing() const { return missing_; }
  bool interrupted() const { return missing_ == "interrupted"; }

 private:
  struct Job {
    RunConfig config;
    std::optional<Outcome> outcome;
  };

  void measure() {
    all_ = own_counts_.size() + counts_.size() + runs_.size();
    count_own();
    std::vector<Job*> jobs;
    for (auto& [command, job] : counts_) jobs.push_back(&job);
    const auto most = static_cast<std::int64_t>(effort_.seconds * kCountedPerSecond);
    perform(jobs, [most](const Job& job) { return count(job.config, most); });
    jobs = affordable_runs();
    all_ = own_counts_.size() + counts_.size() + jobs.size();
    perform(jobs, [this](const Job& job) -> std::optional<Outcome> {
      Outcome outcome = *job.outcome;
      RunConfig config = job.config;
      config.threads = effort_.threads;
      run(config, outcome);
      return outcome;
    });
  }

  /// The schedule of an experiment is the same whatever hardware it runs on.
  static Experiment count_part(const Experiment& experiment) {
    Experiment count;
    count.config.algorithm = experiment.config.algorithm;
    count.config.topology = experiment.config.topology;
    count.config.set = experiment.config.set;
    count.config.alpha = experiment.config.alpha;  // a schedule for more ports than a router has needs it
    return count;
  }

  /// The shortest runs, as many as fit the budget, each with its counts.
  std::vector<Job*> affordable_runs() {
    for (const auto& [command, job] : counts_) {
      if (job.outcome) left_ -= static_cast<double>(job.outcome->messages) / kCountedPerSecond;
    }
    std::vector<std::pair<double, Job*>> runs;
    for (auto& [command, job] : runs_) {
      job.outcome = counts_.at(command_of(count_part({job.config, true}))).outcome;
      if (job.outcome) runs.emplace_back(estimated_seconds(job.config, *job.outcome), &job);
    }
    std::stable_sort(runs.begin(), runs.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<Job*> fit;
    double sum = 0;
    for (const auto& [seconds, job] : runs) {
      left_ -= seconds;
      if (left_ < 0) break;
      sum += seconds;
      fit.push_back(job);
    }
    effort_.announce(fit.size(), sum);
    return fit;
  }

  /// Counts the values that no command gives: the shortest counts first, as many as fit the budget.
  void count_own() {
    std::ranges::stable_sort(own_counts_, {}, &Point::counting);
    std::size_t fit = 0;
    for (; fit < own_counts_.size() && own_counts_[fit]->counting <= left_; ++fit) {
      left_ -= own_counts_[fit]->counting;
    }
    const auto attempt = [&](int i) { return fmt::format("{}", own_counts_[i]->counted()); };
    for (std::size_t i = 0; i < own_counts_.size(); ++i) own_counts_[i]->note = "not counted " + missing_;
    run_in_processes(effort_.jobs, static_cast<int>(fit), attempt, effort_.interrupted,
                     [&](int i, const std::string& answer) {
                       effort_.progress(++ended_, all_);
                       if (answer.empty()) return;
                       own_counts_[i]->note.clear();
                       own_counts_[i]->measured = std::stod(answer);
                       own_counts_[i]->origin = Origin::kCounted;
                     });
  }

  /// Calls `task` for every job; a job without an answer has no outcome.
  void perform(const std::vector<Job*>& jobs, const std::function<std::optional<Outcome>(const Job&)>& task) {
    const auto attempt = [&](int i) {
      const auto outcome = task(*jobs[i]);
      return outcome ? outcome_text(*outcome) : std::string();
    };
    run_in_processes(effort_.jobs, static_cast<int>(jobs.size()), attempt, effort_.interrupted,
                     [&](int i, const std::string& answer) {
                       effort_.progress(++ended_, all_);
                       jobs[i]->outcome = answer.empty() ? std::nullopt : std::optional(read_outcome(answer));
                     });
  }

  const Effort& effort_;
  double left_;  // seconds of the budget
  std::string missing_;
  std::vector<Point*> own_counts_;
  std::map<std::string, Job> counts_, runs_;
  std::size_t ended_ = 0, all_ = 0;
};

/// Sets the point's origin and note from the outcome of an experiment; returns whether the outcome has a
/// value. A point that was counted without a command keeps its value.
bool take(Point& point, bool runs, const std::optional<Outcome>& outcome, const std::string& missing) {
  if (!outcome || (runs && outcome->verdict.empty())) {
    if (!point.measured) point.origin = Origin::kFormula;
    point.note = fmt::format("not {} {}", runs ? "run" : "counted", missing);
    return false;
  }
  if (runs && outcome->verdict != to_text(Verdict::kVerified)) {
    point.origin = Origin::kNotVerified;
    point.note = outcome->verdict;
    return false;
  }
  point.origin = runs ? Origin::kRan : Origin::kCounted;
  return true;
}

bool asked(const Point& point, double seconds) { return seconds >= point.least_budget; }

void fill(Point& point, const Laboratory& laboratory, double seconds) {
  if (!asked(point, seconds)) {
    take(point, point.experiment->runs, std::nullopt, laboratory.missing());
    return;
  }
  const auto& outcome = laboratory.outcome(*point.experiment);
  if (!take(point, point.experiment->runs, outcome, laboratory.missing())) return;
  double value = point.value_of(*outcome);
  if (point.over) {
    const auto& divisor = laboratory.outcome(*point.over);
    if (!take(point, point.over->runs, divisor, laboratory.missing())) return;
    value /= point.value_of(*divisor);
  }
  point.measured = value;
}

}  // namespace

bool measure_exhibits(std::vector<Exhibit>& exhibits, const Effort& effort) {
  Laboratory laboratory(effort);
  std::vector<Point*> with_experiment;
  for (Exhibit& exhibit : exhibits) {
    for (Point& point : exhibit.points) {
      if (point.counted) laboratory.ask(point);
      if (!point.experiment) continue;
      with_experiment.push_back(&point);
      if (!asked(point, effort.seconds)) continue;
      laboratory.ask(*point.experiment);
      if (point.over) laboratory.ask(*point.over);
    }
  }
  laboratory.work();
  for (Point* point : with_experiment) fill(*point, laboratory, effort.seconds);
  return !laboratory.interrupted();
}

}  // namespace torusim
