#pragma once
/// Several programs on disjoint nodes of one network, as one program. So drivers, hardware, observers and
/// results need not handle jobs.

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
  ProgramSchedule program;      ///< the program on the job's own network
  std::vector<NodeId> node_of;  ///< [node of the job's network]: its node in the whole network
  /// Messages take the routes of the job's own network; if null, shortest routes of the whole network
  std::optional<SubNetwork> inside;
  std::int64_t start = 0;  ///< cycle in which the job begins; with `after`, from the end of that job
  int message_class = 0;   ///< added to the class of the job's messages
  int block = 1;           ///< flits of a block of the job's schedule
  /// Cycles in which open-loop traffic makes packets; 0: the job is no open-loop traffic. Such a job may
  /// share nodes with other jobs.
  std::int64_t background = 0;
  /// An earlier job, whose operations have all ended when this one begins. The two may share nodes.
  std::optional<std::size_t> after = {};
  std::string place = {};  ///< `file:line`, for errors; empty: the job is of no file
};

class JobsSchedule : public ProgramSchedule {
 public:
  /// `name` is that of the joint program. REQUIRES: all jobs have equal flit sizes, host costs and ends of
  /// sends. Throws InputError if two jobs share a node.
  static JobsSchedule join(std::string name, const Topology& whole, std::vector<Job> jobs);

  JobsSchedule* as_jobs() override { return this; }
  const std::vector<Job>& jobs() const { return jobs_; }
  /// The number of the first message of each job, and the number of all messages. Messages are numbered job
  /// by job.
  std::vector<std::uint32_t> first_messages() const;
  /// One job without the others, from cycle 0, with the classes of all jobs.
  ProgramSchedule alone(std::size_t job) const;

  /// A function that finds other routes for messages whose routes have failed.
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
