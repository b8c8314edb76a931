#pragma once
/// Whether several threads do work sooner than one, found out by trying.
///
/// How long a cache line takes from one core to another, and whether somebody else uses the cores, cannot be
/// known beforehand: both decide it, and the second changes. So now and then some rounds are done both ways,
/// three times in turns, and the middle one of each counts: neither luck nor mishap decides.

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace torusim::fast {

class Pace {
 public:
  /// Whether the next round is for all threads. `work`: how much it is, in a unit of the caller's.
  bool together(std::int64_t work) {
    if (rounds_left_ == 0) next_stage();
    --rounds_left_;
    work_ += work;
    return together_;
  }

 private:
  using Clock = std::chrono::steady_clock;
  /// What each way begins with, to wake threads and to move state from cache to cache, is not counted.
  enum class Stage { kSettled, kBeginTogether, kTogether, kBeginAlone, kAlone };

  /// In seconds for a unit of work, by turn.
  using Costs = std::array<double, 3>;

  void next_stage();
  void begin(Stage stage, bool together, std::int64_t rounds);

  Stage stage_ = Stage::kSettled;
  bool together_ = false;
  std::int64_t rounds_left_ = 0;
  std::int64_t work_ = 0;
  std::size_t turn_ = 0;
  Costs together_costs_{}, alone_costs_{};
  Clock::time_point began_;
};

}  // namespace torusim::fast
