#pragma once
/// The decision whether several threads are faster than one, measured during the work.
///
/// The decision depends on the time of a cache line between cores, and on other load of the cores, which
/// changes; neither is known in advance. For long rounds the first matters little: all threads work, unless
/// they take longer than their total processor time, which is the time of one thread. For short steps some
/// rounds are measured both ways at intervals, alternating, and the median of each counts, so that outliers
/// do not decide.

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace torusim {

using PaceClock = std::chrono::steady_clock;

/// The decision for rounds of long steps, with at least this many evaluations of routers; rounds can
/// differ.
constexpr std::int64_t kLongRound = 2048;
class LongPace {
 public:
  /// Whether the round that begins is for all threads.
  bool together();
  /// Whether to measure the processor time of the round, which takes a microsecond.
  bool sampled() const { return together_ && rounds_ % kSample == 0; }
  /// It ends after `time`; its parts took `busy` in all, of processors, if that was measured.
  void done(PaceClock::duration time, PaceClock::duration busy);

 private:
  static constexpr unsigned kSample = 8;

  bool together_ = true;
  unsigned rounds_ = 0;
  PaceClock::duration time_{}, busy_{};  // of samples, or of the rest, since it was last looked at
};

/// The decision for shorter steps, which are many, and similar for a while.
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
  PaceClock::duration time_{};                          // of this stage
  bool together_wins_ = false;                          // the latest decision
  double settled_ = 64;                                 // number of steps for which it holds
  int trusted_ = 0;                                     // number of confirmations
  std::vector<double> together_costs_, alone_costs_;    // in seconds for a unit of work, by turn
};

}  // namespace torusim
