#include "models/fast/pace.h"

#include <algorithm>

namespace torusim::fast {
namespace {

using namespace std::chrono_literals;

/// How all threads do is looked at when samples have taken so long; if they lose, one works for so long.
constexpr PaceClock::duration kLook = 5ms, kRest = 100ms;

/// A stage is over after so many rounds, or so much time.
constexpr std::int64_t kBeginRounds = 8, kTryRounds = 32;
constexpr PaceClock::duration kTryTime = 500us;
constexpr std::size_t kTurns = 3;
/// What is found holds for so many rounds, twice as many each time that it is found again, fewer if that
/// takes longer than so much time, and for more the dearer it was to find out.
constexpr double kLeastSettled = 512, kMostSettled = 4096, kSettledSeconds = 0.5;
constexpr double kDearest = 64;

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
  if (rounds_left_ == 0) next_stage();
  return together_;
}

void ShortPace::done(PaceClock::duration time, std::int64_t work) {
  --rounds_left_;
  if (stage_ == Stage::kSettled) return;
  ++rounds_;
  work_ += work;
  time_ += time;
  if (time_ >= kTryTime) rounds_left_ = 0;
}

void ShortPace::next_stage() {
  const double cost = seconds(time_) / static_cast<double>(std::max<std::int64_t>(work_, 1));
  switch (stage_) {
    case Stage::kSettled:
      together_costs_.clear();
      alone_costs_.clear();
      return begin(Stage::kBeginTogether, kBeginRounds);
    case Stage::kBeginTogether:
      return begin(Stage::kTogether, kTryRounds);
    case Stage::kTogether:
      together_costs_.push_back(cost);
      return begin(Stage::kBeginAlone, kBeginRounds);
    case Stage::kBeginAlone:
      return begin(Stage::kAlone, kTryRounds);
    case Stage::kAlone:
      alone_costs_.push_back(cost);
      if (alone_costs_.size() < kTurns) return begin(Stage::kBeginTogether, kBeginRounds);
      return settle();
  }
}

void ShortPace::settle() {
  const double together = median(together_costs_), alone = median(alone_costs_);
  const double dearness = std::clamp(together / alone, 1.0, kDearest);
  const double round = seconds(time_) / static_cast<double>(rounds_);
  const bool again = together_wins_ == (together < alone);
  together_wins_ = together < alone;
  settled_ = again ? std::min(2 * settled_, kMostSettled) : kLeastSettled;
  begin(Stage::kSettled,
        static_cast<std::int64_t>(std::clamp(kSettledSeconds / round, kLeastSettled, settled_) * dearness));
  together_ = together_wins_;
}

void ShortPace::begin(Stage stage, std::int64_t rounds) {
  stage_ = stage;
  together_ = stage == Stage::kBeginTogether || stage == Stage::kTogether;
  rounds_left_ = rounds;
  rounds_ = work_ = 0;
  time_ = {};
}

}  // namespace torusim::fast
