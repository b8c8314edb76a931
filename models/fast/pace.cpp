#include "models/fast/pace.h"

#include <algorithm>
#include <limits>

namespace torusim::fast {
namespace {

constexpr std::int64_t kBeginRounds = 8, kTryRounds = 32;
constexpr int kTurns = 3;
/// What is found holds for so many rounds, and longer the dearer it was to find out.
constexpr std::int64_t kSettledRounds = 4096;
constexpr double kDearest = 64;

}  // namespace

void Pace::next_stage() {
  const Clock::time_point now = Clock::now();
  const double cost = std::chrono::duration<double>(now - began_).count() /
                      static_cast<double>(std::max<std::int64_t>(work_, 1));
  switch (stage_) {
    case Stage::kSettled:
      turns_left_ = kTurns;
      together_cost_ = alone_cost_ = std::numeric_limits<double>::infinity();
      begin(Stage::kBeginTogether, true, kBeginRounds);
      break;
    case Stage::kBeginTogether:
      begin(Stage::kTogether, true, kTryRounds);
      break;
    case Stage::kTogether:
      together_cost_ = std::min(together_cost_, cost);
      begin(Stage::kBeginAlone, false, kBeginRounds);
      break;
    case Stage::kBeginAlone:
      begin(Stage::kAlone, false, kTryRounds);
      break;
    case Stage::kAlone:
      alone_cost_ = std::min(alone_cost_, cost);
      if (--turns_left_ > 0) {
        begin(Stage::kBeginTogether, true, kBeginRounds);
      } else {
        const double dearness = std::clamp(together_cost_ / alone_cost_, 1.0, kDearest);
        begin(Stage::kSettled, together_cost_ < alone_cost_,
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
