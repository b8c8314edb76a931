#include "models/contract/run_control.h"

#include <algorithm>

namespace torusim {

namespace {

/// Simulated cycles between two calls of the progress function: about a million router cycles, a sixteenth at
/// the slower pins level, so that large networks, too, report and can be interrupted every second or so.
int cycles_between_reports(const RunOptions& options) {
  const int router_cycles = options.level == Level::kPins ? 1 << 16 : 1 << 20;
  return std::clamp(router_cycles / options.hardware.topology.nodes(), 1, 4096);
}

}  // namespace

RunControl::RunControl(const RunOptions& options, const MessageSource& source, const std::string& failure)
    : options_(options), source_(source), failure_(failure) {}

bool RunControl::should_stop(Cycle now, Cycle next, Cycle simulated) {
  last_cycle_ = now;
  if (source_.failed() || !failure_.empty()) {
    verdict_ = Verdict::kFailed;
    return true;
  }
  if (source_.done()) return true;
  if (next == MessageSource::kNever) {
    verdict_ = Verdict::kDeadlock;
    last_cycle_ = last_progress_;
    return true;
  }
  if (options_.max_cycles > 0 && next > options_.max_cycles) {
    verdict_ = Verdict::kLimit;
    last_cycle_ = options_.max_cycles;
    return true;
  }
  if (options_.progress && (cycles_to_progress_ -= simulated) < 0) {
    cycles_to_progress_ = cycles_between_reports(options_);
    if (!options_.progress(source_.delivered(), source_.total(), now)) {
      verdict_ = Verdict::kInterrupted;
      return true;
    }
  }
  return false;
}

}  // namespace torusim
