#pragma once
/// Threads that execute a job together, step by step.
///
/// A step takes a few microseconds, and the transfer of a written cache line to another core takes a tenth of
/// one. So the data from the caller to the workers in a round are one cache line, and the data of a part
/// about a step are another.

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "models/threads/pace.h"

namespace torusim {

/// A step has n parts. run(first, steps, work) calls job(part, step) for all parts of these steps, and
/// returns when all are done. As a rule part 0 runs in the caller and each other part in its own thread. A
/// part is never more than a step ahead of another: when job(part, step) is called, all parts of step - 2 are
/// done, and their effects visible. So no part waits for random delays of others in one step. A waiting
/// thread spins, then yields, then blocks. An idle thread takes over parts that their own threads have not
/// begun, if the rules allow it. If threads do not help, the caller does all the work (pace.h).
class Team {
 public:
  using Job = std::function<void(int part, std::int64_t step)>;
  struct Rules {
    /// A part waits for others before every `look_every`-th step, counted from the first of a run. A job may
    /// then need only results of two steps before its last wait.
    int look_every = 1;
    bool take_over = true;
  };
  /// Throws InputError when the system starts no thread.
  Team(int threads, Job job, Rules rules);
  Team(int threads, Job job) : Team(threads, std::move(job), Rules{}) {}
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int threads() const { return static_cast<int>(parts_.size()); }
  /// Runs steps first .. first + steps - 1, at least one. `work`: the work of a step, about, in evaluations
  /// of routers. Rethrows the exception of the first step with one, from its lowest part. Parts of later
  /// steps may be done or not.
  void run(std::int64_t first, int steps, std::int64_t work);

 private:
  /// A count of steps over all rounds. A round is a number of steps that all threads begin together.
  using Count = std::atomic<unsigned>;
  struct alignas(64) Part {
    Count done{0};               // steps done; the only member that others poll
    alignas(64) Count begun{0};  // steps begun
    PaceClock::duration busy{};  // processor time in this round, if it is measured
    std::exception_ptr thrown;   // exception of this round
    unsigned thrown_in = 0;      // the step of the exception
  };

  void dismiss();
  void work(int number);
  void work(Part& part, unsigned end);
  void wait_for_all(unsigned steps);
  bool do_step(Part& part, unsigned step);
  void do_job(Part& part, unsigned step);
  void run_round(std::int64_t first, int steps, std::int64_t work);
  void run_together(unsigned steps);
  [[noreturn]] void rethrow();
  PaceClock::duration busy();

  const Job job_;
  const Rules rules_;
  std::vector<Part> parts_;
  std::vector<std::thread> workers_;
  alignas(64) Count end_{0};  // end of the round
  std::atomic<bool> over_{false};
  bool measured_ = false;   // processor time is measured; read, like the next two, after a step has begun
  std::int64_t first_ = 0;  // the number of the first step for the job
  unsigned begin_ = 0;      // count of the first step over all rounds
  std::atomic<bool> thrown_{false};  // some part has thrown in this round
  alignas(64) LongPace long_pace_;
  ShortPace short_pace_;
};

}  // namespace torusim
