#include "models/fast/pace.h"

#include <algorithm>

namespace torusim::fast {
namespace {

constexpr std::int64_t kBeginRounds = 8, kTryRounds = 32;
/// What is found holds for so many rounds, and longer the dearer it was to find out.
constexpr std::int64_t kSettledRounds = 4096;
constexpr double kDearest = 64;

template <typename Costs>
double median(Costs costs) {
  std::sort(costs.begin(), costs.end());
  return costs[costs.size() / 2];
}

}  // namespace

void Pace::next_stage() {
  const Clock::time_point now = Clock::now();
  const double cost = std::chrono::duration<double>(now - began_).count() /
                      static_cast<double>(std::max<std::int64_t>(work_, 1));
  switch (stage_) {
    case Stage::kSettled:
      turn_ = 0;
      begin(Stage::kBeginTogether, true, kBeginRounds);
      break;
    case Stage::kBeginTogether:
      begin(Stage::kTogether, true, kTryRounds);
      break;
    case Stage::kTogether:
      together_costs_[turn_] = cost;
      begin(Stage::kBeginAlone, false, kBeginRounds);
      break;
    case Stage::kBeginAlone:
      begin(Stage::kAlone, false, kTryRounds);
      break;
    case Stage::kAlone:
      alone_costs_[turn_] = cost;
      if (++turn_ < alone_costs_.size()) {
        begin(Stage::kBeginTogether, true, kBeginRounds);
      } else {
        const double together = median(together_costs_), alone = median(alone_costs_);
        const double dearness = std::clamp(together / alone, 1.0, kDearest);
        begin(Stage::kSettled, together < alone,
              static_cast<std::int64_t>(static_cast<double>(kSettledRounds) * dearness));
      }
      break;
  }
}

void Pace::begin(Stage stage, bool together, std::int64_t rounds) {
  stage_ = stage;
  together_ = together;
  rounds_left_ = rounds;
  work_ = 0;
  began_ = Clock::now();
}

}  // namespace torusim::fast
