#pragma once
/// The decision whether several threads are faster than one, measured during the work.
///
/// The decision depends on the time of a cache line between cores, and on other load of the cores, which
/// changes; neither is known in advance. For long rounds the time of a cache line matters little: all threads
/// work, unless they take longer than their total processor time, which one thread would take. For short
/// steps, some rounds are measured at intervals with all threads and with one, alternating. The medians are
/// compared, so that outliers do not decide.

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
  /// The round has ended after `time`. `busy`: the processor time of all parts, if sampled().
  void done(PaceClock::duration time, PaceClock::duration busy);

 private:
  static constexpr unsigned kSample = 8;

  bool together_ = true;
  unsigned rounds_ = 0;
  PaceClock::duration time_{}, busy_{};  // sums since the last decision: samples, or rounds of one thread
};

/// The decision for shorter steps, which are many, and similar for a while.
class ShortPace {
 public:
  /// Whether the round that begins is for all threads, and its maximum number of steps.
  bool together();
  std::int64_t steps_of_stage();
  /// The round has ended after `time` and `steps` steps. `work`: the work of these steps.
  void done(PaceClock::duration time, std::int64_t steps, std::int64_t work);

 private:
  /// The begin of each way, which wakes threads and moves state from cache to cache, is a stage that is not
  /// measured.
  enum class Stage { kSettled, kBeginTogether, kTogether, kBeginAlone, kAlone };

  void begin_round();
  void next_stage();
  void settle();
  void hold(double times);
  void begin(Stage stage, std::int64_t steps);

  Stage stage_ = Stage::kSettled;
  bool together_ = false;
  std::int64_t steps_left_ = 0, steps_ = 0, work_ = 0;  // values of this stage
  PaceClock::duration time_{};                          // time of this stage
  bool together_wins_ = false;                          // the latest decision: all threads
  double settled_ = 64;                                 // number of steps for which the decision holds
  int trusted_ = 0;                                     // number of renewals without a trial that are left
  std::vector<double> together_costs_, alone_costs_;    // seconds per unit of work, one entry per trial
};

}  // namespace torusim
