#include "models/fast/pace.h"

#include <algorithm>

namespace torusim::fast {
namespace {

using namespace std::chrono_literals;

/// A stage is over after so many rounds, or so much time.
constexpr std::int64_t kBeginRounds = 8, kTryRounds = 32;
constexpr std::chrono::steady_clock::duration kTryTime = 500us;
/// Of rounds so long that a stage has but one or two more turns are taken: none is like another there.
constexpr std::size_t kTurns = 3, kTurnsOfLongRounds = 9;
constexpr std::int64_t kFewRounds = 2;
/// What is found holds for so many rounds, fewer if that takes longer than so much time, and for more the
/// dearer it was to find out.
constexpr double kMostSettled = 4096, kLeastSettled = 512, kSettledSeconds = 0.5;
constexpr double kDearest = 64;

double median(std::vector<double>& costs) {
  std::sort(costs.begin(), costs.end());
  return costs[costs.size() / 2];
}

double seconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double>(time).count();
}

}  // namespace

bool Pace::together() {
  if (rounds_left_ == 0) next_stage();
  if (stage_ != Stage::kSettled) began_ = Clock::now();
  return together_;
}

void Pace::done(std::int64_t work) {
  --rounds_left_;
  if (stage_ == Stage::kSettled) return;
  ++rounds_;
  work_ += work;
  time_ += Clock::now() - began_;
  if (time_ >= kTryTime) rounds_left_ = 0;
}

void Pace::next_stage() {
  const double cost = seconds(time_) / static_cast<double>(std::max<std::int64_t>(work_, 1));
  switch (stage_) {
    case Stage::kSettled:
      together_costs_.clear();
      alone_costs_.clear();
      turns_ = kTurns;
      return begin(Stage::kBeginTogether, kBeginRounds);
    case Stage::kBeginTogether:
      if (rounds_ <= kFewRounds) turns_ = kTurnsOfLongRounds;
      return begin(Stage::kTogether, kTryRounds);
    case Stage::kTogether:
      together_costs_.push_back(cost);
      return begin(Stage::kBeginAlone, kBeginRounds);
    case Stage::kBeginAlone:
      return begin(Stage::kAlone, kTryRounds);
    case Stage::kAlone:
      alone_costs_.push_back(cost);
      if (alone_costs_.size() < turns_) return begin(Stage::kBeginTogether, kBeginRounds);
      return settle();
  }
}

void Pace::settle() {
  const double together = median(together_costs_), alone = median(alone_costs_);
  const double dearness = std::clamp(together / alone, 1.0, kDearest);
  const double round = seconds(time_) / static_cast<double>(rounds_);
  begin(Stage::kSettled, static_cast<std::int64_t>(
                             std::clamp(kSettledSeconds / round, kLeastSettled, kMostSettled) * dearness));
  together_ = together < alone;
}

void Pace::begin(Stage stage, std::int64_t rounds) {
  stage_ = stage;
  together_ = stage == Stage::kBeginTogether || stage == Stage::kTogether;
  rounds_left_ = rounds;
  rounds_ = work_ = 0;
  time_ = {};
}

}  // namespace torusim::fast
