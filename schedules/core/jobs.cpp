#include "schedules/core/jobs.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "schedules/core/error.h"

namespace torusim {
namespace {

/// Whether job `later` begins after the end of job `earlier`.
bool follows(const std::vector<Job>& jobs, std::size_t later, int earlier) {
  for (auto at = jobs[later].after; at; at = jobs[*at].after) {
    if (static_cast<int>(*at) == earlier) return true;
  }
  return false;
}

void check_nodes(const Topology& whole, const std::vector<Job>& jobs) {
  std::vector<int> result(static_cast<std::size_t>(whole.nodes()), -1);
  for (std::size_t j = 0; j < jobs.size(); ++j) {
    if (jobs[j].background > 0) continue;
    for (const NodeId node : jobs[j].node_of) {
      int& job = result[static_cast<std::size_t>(node)];
      if (job >= 0 && job != static_cast<int>(j) && !follows(jobs, j, job)) {
        const std::string& place = jobs[j].place;
        throw InputError(fmt::format("{}{}node {} is in job {} and in job {}; jobs have nodes of their own",
                                     place, place.empty() ? "" : ": ", whole.node_name(node),
                                     jobs[static_cast<std::size_t>(job)].name, jobs[j].name));
      }
      job = static_cast<int>(j);
    }
  }
}

/// Appends jobs to one program, rank behind rank.
class Joiner {
 public:
  Joiner(const std::string& name, const Topology& whole, std::int32_t ranks)
      : whole_(whole), builder_(name, ranks) {}

  /// The job begins in cycle `start`, or so many cycles after the end of job `after`.
  void add(const Job& job, std::int64_t start, std::optional<std::size_t> after = {}) {
    const Program& program = job.program.program();
    const First first{static_cast<std::int32_t>(settings_.node_of_rank.size()), builder_.program().messages,
                      builder_.program().signals};
    std::vector<OperationId> id_of(program.operations.size());
    std::optional<OperationId> gate;  // of all ranks, behind another job
    for (std::int32_t rank = 0; rank < program.ranks(); ++rank) {
      settings_.node_of_rank.push_back(node_of(job, rank));
      builder_.begin_rank(first.rank + rank);
      const auto at = static_cast<std::size_t>(rank);
      std::optional<OperationId> delay;
      if (program.first[at] < program.first[at + 1] && (after ? !gate : start > 0)) {
        Operation wait;
        if (after) wait.kind = start > 0 ? Operation::Kind::kDelay : Operation::Kind::kJoin;
        wait.size = start;
        (after ? gate : delay) = builder_.add(wait);
      }
      const auto entry = after ? gate : delay;
      for (OperationId id = program.first[at]; id < program.first[at + 1]; ++id) {
        id_of[id] = builder_.add(moved(job, program.operations[id], first), true);
        if (entry && program.operations[id].waits == 0) builder_.wait(id_of[id], *entry, false);
      }
    }
    for (OperationId id = 0; id < program.operations.size(); ++id) {
      for (const auto& dependent : program.dependents_of(id)) {
        builder_.wait(id_of[dependent.later], id_of[id], dependent.after_start != 0);
      }
    }
    if (gate) {
      for (const OperationId id : of_job_[*after]) {
        // The end of a kTurns is that of its dependents.
        const bool turns = builder_.program().operations[id].kind == Operation::Kind::kTurns;
        if (!turns) builder_.wait(*gate, id, false);
      }
    }
    of_job_.push_back(std::move(id_of));
    // No operation waits for the sends of open-loop traffic.
    if (job.background == 0 || first.rank == 0)
      builder_.program().sends_end_at_tail = program.sends_end_at_tail;
    settings_.flit_bytes = job.program.settings().flit_bytes;
    settings_.host = job.program.settings().host;
    for (const std::string& note : job.program.settings().notes) {
      settings_.notes.push_back(fmt::format("{}: {}", job.name, note));
    }
  }

  /// The properties that all jobs share, also for one job alone.
  void settle(const std::vector<Job>& jobs) {
    for (const Job& job : jobs) {
      const Program& program = job.program.program();
      builder_.program().by_number |= program.by_number;
      builder_.program().ports = std::max(builder_.program().ports, program.ports);
    }
  }
  /// The network has as many classes as if messages used this one.
  void reserve_classes(int highest) { builder_.add_way({{}, highest, 0}); }

  ProgramSchedule finish() { return ProgramSchedule(builder_.finish(), whole_, std::move(settings_)); }

 private:
  /// The first rank, message and signal of a job in the joint program.
  struct First {
    std::int32_t rank;
    std::uint32_t message, signal;
  };
  static NodeId node_of(const Job& job, std::int32_t rank) {
    return job.node_of[static_cast<std::size_t>(job.program.node_of(rank))];
  }

  /// Times become cycles, so that all jobs have one unit.
  Operation moved(const Job& job, Operation operation, const First& first) {
    const bool signal = operation.kind == Operation::Kind::kSignal;
    if (operation.kind == Operation::Kind::kCompute || operation.kind == Operation::Kind::kDelay) {
      operation.size = job.program.cycles(operation);
    }
    if (operation.kind == Operation::Kind::kSend || signal) {
      operation.way = way_of(job, operation);
      operation.message += signal ? first.signal : first.message;
    }
    if (operation.peer != Operation::kAnySource) operation.peer += first.rank;
    operation.waits = 0;  // the builder counts them again
    operation.line = 0;   // of several files
    return operation;
  }

  std::uint32_t way_of(const Job& job, const Operation& send) {
    Way way = job.program.program().ways[send.way];
    way.message_class += job.message_class;
    way.route = job.inside ? job.inside->route(job.program.route(send)) : Route{};
    return builder_.add_way(way);
  }

  const Topology& whole_;
  ProgramBuilder builder_;
  ProgramSettings settings_;
  std::vector<std::vector<OperationId>> of_job_;  // the operations of each job
};

}  // namespace

JobsSchedule JobsSchedule::join(std::string name, const Topology& whole, std::vector<Job> jobs) {
  check_nodes(whole, jobs);
  std::int32_t ranks = 0;
  for (const Job& job : jobs) ranks += job.program.program().ranks();
  Joiner joiner(name, whole, ranks);
  joiner.settle(jobs);
  for (const Job& job : jobs) joiner.add(job, job.start, job.after);
  return JobsSchedule(joiner.finish(), std::move(jobs));
}

std::vector<std::uint32_t> JobsSchedule::first_messages() const {
  std::vector<std::uint32_t> first{0};
  for (const Job& job : jobs_) first.push_back(first.back() + job.program.program().messages);
  return first;
}

JobsSchedule JobsSchedule::rerouted(const Reroute& reroute) && {
  std::vector<Job> jobs = std::move(jobs_);
  JobsSchedule result(reroute(std::move(*this)), std::move(jobs));
  result.reroute_ = reroute;
  return result;
}

ProgramSchedule JobsSchedule::alone(std::size_t job) const {
  Joiner joiner(jobs_[job].name, info().topology, jobs_[job].program.program().ranks());
  joiner.settle(jobs_);
  joiner.add(jobs_[job], 0);
  joiner.reserve_classes(highest_class());
  ProgramSchedule result = joiner.finish();
  return reroute_ ? reroute_(std::move(result)) : std::move(result);
}

}  // namespace torusim
