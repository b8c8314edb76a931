#include "models/run_control.h"

namespace torusim {

namespace {
constexpr int kProgressEvery = 4096;  // simulated cycles between two calls of the progress function
}

RunControl::RunControl(const RunOptions& options, const ScheduleDriver& driver, const Scoreboard& scoreboard)
    : options_(options), driver_(driver), scoreboard_(scoreboard) {}

bool RunControl::should_stop(Cycle now, Cycle next) {
  last_cycle_ = now;
  if (driver_.failed() || !scoreboard_.failure().empty()) {
    verdict_ = Verdict::kFailed;
    return true;
  }
  if (driver_.done()) return true;
  if (next == ScheduleDriver::kNever) {
    verdict_ = Verdict::kDeadlock;
    return true;
  }
  if (options_.max_cycles > 0 && next > options_.max_cycles) {
    verdict_ = Verdict::kLimit;
    return true;
  }
  if (options_.progress && --cycles_to_progress_ < 0) {
    cycles_to_progress_ = kProgressEvery;
    if (!options_.progress(driver_.delivered_blocks(), driver_.total_blocks(), now)) {
      verdict_ = Verdict::kInterrupted;
      return true;
    }
  }
  return false;
}

}  // namespace torusim
