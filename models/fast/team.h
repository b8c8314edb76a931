#pragma once
/// Threads that do one job together, step by step.
///
/// Steps take a few microseconds, and a cache line that one thread has written takes a tenth of one to come
/// to another: so what the caller writes in a round and the others read is one line, and what a part tells
/// the others of a step is one.

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "models/fast/pace.h"

namespace torusim::fast {

/// A step has n parts: run(first, steps, work) calls job(part, step) for all of some steps, all parts but 0
/// as a rule in threads of their own, and returns when all are done. A part goes from step to step, but is
/// never more than a step ahead of another: when job(part, step) is called all parts of step - 2 are done,
/// and their effects seen. So none waits for what others need by chance in one step. Who waits spins first,
/// then offers its core to others, then sleeps. What its thread has not begun is done by whoever has time,
/// and where threads do not help the caller does all (pace.h).
class Team {
 public:
  using Job = std::function<void(int part, std::int64_t step)>;
  /// Throws InputError when the system starts no thread.
  Team(int threads, Job job);
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
    Count done{0};               // steps; all that others look for
    alignas(64) Count begun{0};  // ..
    PaceClock::duration busy{};  // of the processor in this round, if it is measured
    std::exception_ptr thrown;   // in this round, ..
    unsigned thrown_in = 0;      // .. in this step
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
  std::vector<Part> parts_;
  std::vector<std::thread> workers_;
  alignas(64) Count end_{0};  // of the round
  std::atomic<bool> over_{false};
  bool measured_ = false;            // processor time; to be read by who has begun a step, ..
  std::int64_t first_ = 0;           // .. and these: how the first step is called
  unsigned begin_ = 0;               // .. and its count
  std::atomic<bool> thrown_{false};  // by some part in this round
  alignas(64) LongPace long_pace_;
  ShortPace short_pace_;
};

}  // namespace torusim::fast
