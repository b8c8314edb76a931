#include "models/fast/pace.h"

#include <algorithm>

namespace torusim::fast {
namespace {

constexpr std::int64_t kWakeRounds = 8, kTryRounds = 64;
/// What is found holds for so many rounds, and longer the dearer it was to find out.
constexpr std::int64_t kSettledRounds = 64 * kTryRounds;
constexpr double kDearest = 64;

}  // namespace

void Pace::next_stage() {
  const Clock::time_point now = Clock::now();
  const double cost = std::chrono::duration<double>(now - began_).count() /
                      static_cast<double>(std::max<std::int64_t>(work_, 1));
  switch (stage_) {
    case Stage::kSettled:
      begin(Stage::kWake, true, kWakeRounds);
      break;
    case Stage::kWake:
      begin(Stage::kTryTogether, true, kTryRounds);
      break;
    case Stage::kTryTogether:
      with_others_ = cost;
      begin(Stage::kTryAlone, false, kTryRounds);
      break;
    case Stage::kTryAlone: {
      const double dearness = std::clamp(with_others_ / cost, 1.0, kDearest);
      begin(Stage::kSettled, with_others_ < cost,
            static_cast<std::int64_t>(static_cast<double>(kSettledRounds) * dearness));
      break;
    }
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
