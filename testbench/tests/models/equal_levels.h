#pragma once
/// A run that every level, with and without sleep, threads and the monitor, must give alike.

#include <rapidcheck.h>

#include "models/run/simulation.h"
#include "models/watch/network_monitor.h"

namespace torusim::test {

/// For properties: verified at the fast level, and the same cycles and flits however it is simulated.
inline void expect_equal_levels(Schedule& schedule, RunOptions options) {
  const RunResult fast = simulate(schedule, options);
  RC_ASSERT(fast.verdict == Verdict::kVerified);

  RunOptions other = options;
  other.sleep = false;
  RC_ASSERT(simulate(schedule, other).ejection_hash == fast.ejection_hash);
  other.threads = 2;
  RC_ASSERT(simulate(schedule, other).ejection_hash == fast.ejection_hash);

  NetworkMonitor monitor(options.hardware);
  other = options;
  other.observers = {&monitor};
  RC_ASSERT(simulate(schedule, other).ejection_hash == fast.ejection_hash);
  RC_ASSERT(monitor.violation().value_or("") == "");
  RC_ASSERT(monitor.quiet());

  options.level = Level::kPins;
  const RunResult pins = simulate(schedule, options);
  RC_ASSERT(pins.findings == fast.findings);
  RC_ASSERT(pins.verdict == Verdict::kVerified);
  RC_ASSERT(pins.cycles == fast.cycles);
  RC_ASSERT(pins.ejection_hash == fast.ejection_hash);
}

}  // namespace torusim::test
