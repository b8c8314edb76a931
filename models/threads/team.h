#pragma once
/// Threads that execute a job together, step by step.
///
/// A step takes a few microseconds, and the transfer of a written cache line to another core takes a tenth of
/// one. So the data from the caller to the others in a round are one cache line, and so are the data of a
/// part about a step.

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <utility>
#include <vector>

#include "models/threads/pace.h"

namespace torusim {

/// A step has n parts: run(first, steps, work) calls job(part, step) for all of some steps, all parts but 0
/// as a rule in threads of their own, and returns when all are done. A part goes from step to step, but is
/// never more than a step ahead of another: when job(part, step) is called all parts of step - 2 are done,
/// and their effects visible. So no part waits for random delays of others in one step. A waiting thread
/// spins, then yields, then blocks. A thread with time takes over parts that their own threads have not
/// begun, if it may. If threads do not help, the caller does all the work (pace.h).
class Team {
 public:
  using Job = std::function<void(int part, std::int64_t step)>;
  struct Rules {
    /// Parts look at others before every so many steps, counted from the first of a run, and not between: a
    /// job may then need only what was done two steps before its last look.
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
  /// Steps first .. first + steps - 1, at least one. `work`: how much a step will be, in evaluations of
  /// routers, more or less. Throws what the part of the lowest number has thrown in the first step in which
  /// one has; of later steps some parts may be done or not.
  void run(std::int64_t first, int steps, std::int64_t work);

 private:
  /// Steps are counted over all rounds, of which each is some that all threads begin together.
  using Count = std::atomic<unsigned>;
  struct alignas(64) Part {
    Count done{0};               // steps; the only member that others poll
    alignas(64) Count begun{0};  // steps
    PaceClock::duration busy{};  // of the processor in this round, if it is measured
    std::exception_ptr thrown;   // in this round
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
  alignas(64) Count end_{0};  // of the round
  std::atomic<bool> over_{false};
  bool measured_ = false;            // processor time; read, as the next two, after a step has begun
  std::int64_t first_ = 0;           // the number of the first step for the job
  unsigned begin_ = 0;               // its count over all rounds
  std::atomic<bool> thrown_{false};  // by some part in this round
  alignas(64) LongPace long_pace_;
  ShortPace short_pace_;
};

}  // namespace torusim
