#pragma once
/// Threads that do one job together, again and again.
///
/// Jobs take a few microseconds, and a cache line that one thread has written takes a tenth of one to come to
/// another: so what the caller writes in a round and the others read is one line.

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "models/fast/pace.h"

namespace torusim::fast {

/// run(what) calls job(0, what) .. job(n - 1, what), all but the first as a rule in threads of their own, and
/// returns when all are done. Who waits spins first, then offers its core to others, then sleeps. A part that
/// its thread has not begun is done by whoever has time, and where threads do not help the caller does all
/// (pace.h).
class Team {
 public:
  using Job = std::function<void(int part, std::int64_t what)>;
  Team(int threads, Job job);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int threads() const { return static_cast<int>(parts_.size()); }
  /// `work`: how much it will be, in evaluations of routers, more or less. Throws what the part of the lowest
  /// number has thrown.
  void run(std::int64_t what, std::int64_t work);

 private:
  struct alignas(64) Part {
    std::atomic<unsigned> claimed{0};  // in which round
    PaceClock::duration busy{};        // of the processor, if it is measured
    std::exception_ptr thrown;
  };

  void work(int number);
  /// Its own part, unless another has begun it.
  void do_part(unsigned round, int number);
  /// .. and all that nobody has begun.
  void do_others(unsigned round);
  void wait_for_others(unsigned round);
  void run_together();
  PaceClock::duration busy() const;

  const Job job_;
  std::vector<Part> parts_;
  std::vector<std::thread> workers_;
  alignas(64) std::atomic<unsigned> round_{0};
  std::atomic<bool> ends_{false};
  bool measured_ = false;                      // processor time; to be read by who has claimed a part, ..
  std::int64_t what_ = 0;                      // .. and this
  alignas(64) std::atomic<unsigned> done_{0};  // parts, in all rounds
  std::atomic<bool> thrown_{false};            // by some of them, in this round
  alignas(64) LongPace long_pace_;
  ShortPace short_pace_;
};

}  // namespace torusim::fast
