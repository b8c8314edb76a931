#pragma once
/// Threads that do one job together, again and again.

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <thread>
#include <vector>

#include "models/fast/pace.h"

namespace torusim::fast {

/// run(job) calls job(0) .. job(n - 1), all but the first as a rule in threads of their own, and returns when
/// all are done. Jobs come every few microseconds. Who waits spins first, then offers its core to others,
/// then sleeps. A part that its thread has not begun is done by whoever has time, and where threads do not
/// help the caller does all (pace.h).
class Team {
 public:
  explicit Team(int threads);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  int threads() const { return static_cast<int>(parts_.size()); }
  using Job = std::function<void(int)>;
  /// `work`: how much it will be, in evaluations of routers, more or less. Throws what the part of the lowest
  /// number has thrown.
  void run(const Job& job, std::int64_t work);

 private:
  struct alignas(64) Part {
    std::atomic<unsigned> claimed{0};  // in which round
    PaceClock::duration busy{};        // of the processor, if it is measured
    std::exception_ptr thrown;
  };

  void work(int number);
  /// All parts that nobody has begun, `number` first.
  void do_parts(unsigned round, int number);
  void wait_for_others(unsigned round);
  void run_together();
  PaceClock::duration busy() const;

  std::vector<Part> parts_;
  LongPace long_pace_;
  ShortPace short_pace_;
  const Job* job_ = nullptr;  // to be read by who has claimed a part, ..
  bool measured_ = false;     // .. and this: processor time
  std::atomic<bool> ends_{false};
  alignas(64) std::atomic<unsigned> round_{0};
  alignas(64) std::atomic<unsigned> done_{0};  // parts, in all rounds
  std::vector<std::thread> workers_;
};

}  // namespace torusim::fast
