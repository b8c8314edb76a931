#include "models/threads/pace.h"

#include <algorithm>

namespace torusim {
namespace {

using namespace std::chrono_literals;

/// All threads are judged when samples add up to kLook. If they lose, one thread works for kRest.
constexpr PaceClock::duration kLook = 5ms, kRest = 100ms;

/// Limits of a stage, in steps and in time.
constexpr std::int64_t kBeginSteps = 8, kTrySteps = 32;
constexpr PaceClock::duration kTryTime = 500us;
constexpr std::size_t kTurns = 3;
/// A changed decision holds for kLeastSettled steps. Each confirmation doubles the number, up to
/// kMostSettled. kSettledSeconds limits it, and the cost of all threads relative to one (1 to kDearest)
/// multiplies it.
constexpr double kLeastSettled = 256, kMostSettled = 16384, kSettledSeconds = 0.5;
constexpr double kDearest = 64;
/// A decision for all threads is renewed kTrusted times without a trial, while they take less than kClear of
/// one thread's time in the last trial.
constexpr int kTrusted = 3;
constexpr double kClear = 0.75;

double median(std::vector<double>& costs) {
  std::sort(costs.begin(), costs.end());
  return costs[costs.size() / 2];
}

double seconds(PaceClock::duration time) { return std::chrono::duration<double>(time).count(); }

}  // namespace

bool LongPace::together() {
  if (time_ >= (together_ ? kLook : kRest)) {
    together_ = !together_ || time_ < busy_;
    time_ = busy_ = {};
  }
  return together_;
}

void LongPace::done(PaceClock::duration time, PaceClock::duration busy) {
  if (together_ && rounds_++ % kSample != 0) return;
  time_ += time;
  busy_ += busy;
}

bool ShortPace::together() {
  begin_round();
  return together_;
}

std::int64_t ShortPace::steps_of_stage() {
  begin_round();
  return steps_left_;
}

void ShortPace::begin_round() {
  if (steps_left_ <= 0) next_stage();
}

void ShortPace::done(PaceClock::duration time, std::int64_t steps, std::int64_t work) {
  steps_left_ -= steps;
  steps_ += steps;
  work_ += work;
  time_ += time;
  if (stage_ != Stage::kSettled && time_ >= kTryTime) steps_left_ = 0;
}

void ShortPace::next_stage() {
  const double cost = seconds(time_) / static_cast<double>(std::max<std::int64_t>(work_, 1));
  switch (stage_) {
    case Stage::kSettled:
      if (together_ && trusted_ > 0 && cost < kClear * median(alone_costs_)) {
        --trusted_;
        settled_ = std::min(2 * settled_, kMostSettled);
        return hold(1);
      }
      together_costs_.clear();
      alone_costs_.clear();
      return begin(Stage::kBeginTogether, kBeginSteps);
    case Stage::kBeginTogether:
      return begin(Stage::kTogether, kTrySteps);
    case Stage::kTogether:
      together_costs_.push_back(cost);
      return begin(Stage::kBeginAlone, kBeginSteps);
    case Stage::kBeginAlone:
      return begin(Stage::kAlone, kTrySteps);
    case Stage::kAlone:
      alone_costs_.push_back(cost);
      if (alone_costs_.size() < kTurns) return begin(Stage::kBeginTogether, kBeginSteps);
      return settle();
  }
}

void ShortPace::settle() {
  const double together = median(together_costs_), alone = median(alone_costs_);
  const double dearness = std::clamp(together / alone, 1.0, kDearest);
  const bool again = together_wins_ == (together < alone);
  together_wins_ = together < alone;
  settled_ = again ? std::min(2 * settled_, kMostSettled) : kLeastSettled;
  trusted_ = kTrusted;
  hold(dearness);
}

/// Applies the decision for `times` times the usual number of steps.
void ShortPace::hold(double times) {
  const double step = seconds(time_) / static_cast<double>(std::max<std::int64_t>(steps_, 1));
  begin(Stage::kSettled, std::max<std::int64_t>(1, static_cast<std::int64_t>(
                                                       std::min(kSettledSeconds / step, settled_) * times)));
  together_ = together_wins_;
}

void ShortPace::begin(Stage stage, std::int64_t steps) {
  stage_ = stage;
  together_ = stage == Stage::kBeginTogether || stage == Stage::kTogether;
  steps_left_ = steps;
  steps_ = work_ = 0;
  time_ = {};
}

}  // namespace torusim
