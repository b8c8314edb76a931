#pragma once
/// Several programs on disjoint nodes of one network, as one program: so drivers, hardware, observers and
/// results know nothing of jobs.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "schedules/core/program_schedule.h"
#include "schedules/core/sub_network.h"

namespace torusim {

struct Job {
  std::string name;
  ProgramSchedule program;           ///< on a network of its own
  std::vector<NodeId> node_of;       ///< in the whole network, of each node of that one
  std::optional<SubNetwork> inside;  ///< routes as in the job's own network; else shortest ones of the whole
  std::int64_t start = 0;            ///< cycle in which it begins
  int message_class = 0;             ///< added to that of its messages
  int block = 1;                     ///< flits of a block of its schedule
  /// Of open-loop traffic, its cycles in which packets are made; it may share nodes with other jobs.
  std::int64_t background = 0;
};

class JobsSchedule : public ProgramSchedule {
 public:
  /// `name`: of the joint program. REQUIRES: all jobs have equal flit sizes, host costs and ends of sends.
  /// Throws InputError if two jobs share a node.
  static JobsSchedule join(std::string name, const Topology& whole, std::vector<Job> jobs);

  JobsSchedule* as_jobs() override { return this; }
  const std::vector<Job>& jobs() const { return jobs_; }
  /// Messages are numbered job by job: the first of each, and one more.
  std::vector<std::uint32_t> first_messages() const;
  /// One of them as if there were no other, from cycle 0, with the classes of all.
  ProgramSchedule alone(std::size_t job) const;

  /// What finds other routes for messages whose own have failed.
  using Reroute = std::function<ProgramSchedule(ProgramSchedule)>;
  /// The jobs with other routes, together and each alone.
  JobsSchedule rerouted(const Reroute& reroute) &&;

 private:
  JobsSchedule(ProgramSchedule joined, std::vector<Job> jobs)
      : ProgramSchedule(std::move(joined)), jobs_(std::move(jobs)) {}

  std::vector<Job> jobs_;
  Reroute reroute_;
};

}  // namespace torusim
