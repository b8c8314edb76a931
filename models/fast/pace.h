#pragma once
/// Whether several threads do work sooner than one, found out while they do it.
///
/// How long a cache line takes from one core to another, and whether somebody else uses the cores, cannot be
/// known beforehand: both decide it, and the second changes. Where much is to be done the first matters
/// little: there all threads work, unless they take longer than the processor time that they use, which is
/// what one would take. Else some rounds are done both ways now and then, in turns, and the middle one of
/// each counts: neither luck nor mishap decides.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace torusim::fast {

using PaceClock = std::chrono::steady_clock;

/// Of rounds of steps in which much is to be done, as many evaluations of routers or more; they may all
/// differ.
constexpr std::int64_t kLongRound = 2048;
class LongPace {
 public:
  /// Whether the round that begins is for all threads.
  bool together();
  /// .. and its processor time is to be measured, which takes a microsecond.
  bool sampled() const { return together_ && rounds_ % kSample == 0; }
  /// It ends after `time`; its parts took `busy` in all, of processors, if that was measured.
  void done(PaceClock::duration time, PaceClock::duration busy);

 private:
  static constexpr unsigned kSample = 8;

  bool together_ = true;
  unsigned rounds_ = 0;
  PaceClock::duration time_{}, busy_{};  // of samples, or of the rest, since it was last looked at
};

/// Of shorter steps, which are many, and alike for a while.
class ShortPace {
 public:
  /// Whether the round that begins is for all threads, and how many steps it should have at most.
  bool together();
  std::int64_t steps_of_stage();
  /// It ends after `time`, and so many steps. `work`: how much they were.
  void done(PaceClock::duration time, std::int64_t steps, std::int64_t work);

 private:
  /// What each way begins with, to wake threads and to move state from cache to cache, is not counted.
  enum class Stage { kSettled, kBeginTogether, kTogether, kBeginAlone, kAlone };

  void begin_round();
  void next_stage();
  void settle();
  void hold(double times);
  void begin(Stage stage, std::int64_t steps);

  Stage stage_ = Stage::kSettled;
  bool together_ = false;
  std::int64_t steps_left_ = 0, steps_ = 0, work_ = 0;  // of this stage
  PaceClock::duration time_{};                          // ..
  bool together_wins_ = false;                          // as found last, ..
  double settled_ = 64;                                 // .. for so many steps, ..
  int trusted_ = 0;                                     // .. and so often again
  std::vector<double> together_costs_, alone_costs_;    // in seconds for a unit of work, by turn
};

}  // namespace torusim::fast
