#pragma once
/// The time of each job of a run, with its time alone on the same network.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "models/contract/observer.h"
#include "models/contract/run_options.h"
#include "models/contract/run_result.h"
#include "schedules/core/jobs.h"
#include "testbench/config/units.h"

namespace torusim {

/// Observer that records the messages of each job.
class JobTimes : public Observer {
 public:
  /// `first_messages`: of JobsSchedule.
  explicit JobTimes(std::vector<std::uint32_t> first_messages)
      : first_messages_(std::move(first_messages)), times_(first_messages_.size() - 1) {}

  struct Time {
    Cycle last = -1;                       ///< arrival of the job's last message; -1: none
    std::int64_t messages = 0, flits = 0;  ///< messages that arrived, and their flits with heads
    std::int64_t latency = 0;              ///< sum over these messages, from the start of the send
  };
  const Time& of(std::size_t job) const { return times_[job]; }

  bool wants_moves() const override { return false; }
  void moved(Cycle, std::span<const FlitMove>) override {}
  void delivered(Cycle cycle, const Worm& worm) override;

 private:
  std::vector<std::uint32_t> first_messages_;
  std::vector<Time> times_;
};

struct JobResult {
  std::string name;
  NodeId nodes = 0;
  Cycle start = 0;
  Cycle cycles = -1;  ///< from its start until its last message has arrived; -1: the run was not completed
  Cycle alone = -1;   ///< cycles without the other jobs; -1: not known
  std::int64_t messages = 0, flits = 0;
  Cycle background = 0;                   ///< Job::background
  double latency = 0, latency_alone = 0;  ///< mean cycles of a message, from the start of its send

  double slowdown() const { return alone > 0 ? static_cast<double>(cycles) / static_cast<double>(alone) : 0; }
};

/// The results of a run that `times` observed. If it was completed, each job runs again without the others,
/// at the fast level, on the hardware of `options`. Throws InterruptedError.
std::vector<JobResult> job_results(const JobsSchedule& jobs, const JobTimes& times, RunOptions options,
                                   bool completed);

/// JSON rows of name, nodes, start, cycles, alone, slowdown, messages, flits.
nlohmann::ordered_json json_of(const std::vector<JobResult>& jobs);
/// The rows of a recorded list that has this form; null if the list has another form.
nlohmann::ordered_json checked_jobs(const nlohmann::ordered_json& recorded);
void write_jobs_csv(const std::filesystem::path& directory, const std::vector<JobResult>& jobs,
                    const Scale& scale);
/// A table for people.
std::string jobs_text(const std::vector<JobResult>& jobs, const Scale& scale);

}  // namespace torusim
