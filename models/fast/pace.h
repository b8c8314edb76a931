#pragma once
/// Whether several threads do work sooner than one, found out by trying.
///
/// How long a cache line takes from one core to another, and whether somebody else uses the cores, cannot be
/// known beforehand: both decide it, and the second changes. So now and then some rounds are done both ways,
/// in turns, and the middle one of each counts: neither luck nor mishap decides.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace torusim::fast {

class Pace {
 public:
  /// Whether the round that begins is for all threads.
  bool together();
  /// It ends. `work`: how much it was, in a unit of the caller's.
  void done(std::int64_t work);

 private:
  using Clock = std::chrono::steady_clock;
  /// What each way begins with, to wake threads and to move state from cache to cache, is not counted.
  enum class Stage { kSettled, kBeginTogether, kTogether, kBeginAlone, kAlone };

  void next_stage();
  void settle();
  void begin(Stage stage, std::int64_t rounds);

  Stage stage_ = Stage::kSettled;
  bool together_ = false;
  std::int64_t rounds_left_ = 0, rounds_ = 0, work_ = 0;  // of this stage
  Clock::duration time_{};                                // ..
  Clock::time_point began_;                               // the round
  std::size_t turns_ = 0;
  std::vector<double> together_costs_, alone_costs_;  // in seconds for a unit of work, by turn
};

}  // namespace torusim::fast
