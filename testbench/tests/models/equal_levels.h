#pragma once
/// A run that every level, with and without sleep, threads and the monitor, must give alike.

#include <rapidcheck.h>

#include "models/run/simulation.h"
#include "models/watch/network_monitor.h"
#include "models/watch/span_statistics.h"
#include "testbench/tests/models/result_text.h"
#include "testbench/tests/models/sources.h"

namespace torusim::test {

/// For properties: the run of the fast level comes again however it is simulated, and breaks no rule.
inline void expect_equal_runs(Schedule& schedule, const RunOptions& options, const RunResult& fast) {
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
  RC_ASSERT(monitor.quiet() || fast.verdict == Verdict::kDeadlock);
  RC_ASSERT(result_text(at_pins(schedule, options)) == result_text(fast));
}

/// For properties: verified at the fast level, and the same however it is simulated.
inline void expect_equal_levels(Schedule& schedule, const RunOptions& options) {
  const RunResult fast = simulate(schedule, options);
  RC_ASSERT(fast.verdict == Verdict::kVerified);
  expect_equal_runs(schedule, options, fast);
}

/// For properties: what becomes of a run that may deadlock is the same at both levels.
inline void expect_equal_ends(Schedule& schedule, const RunOptions& options) {
  RC_ASSERT(result_text(at_pins(schedule, options)) == result_text(simulate(schedule, options)));
}

/// For properties: several threads verify the schedule as one does, in the same cycles.
inline void expect_equal_threads(Schedule& schedule, RunOptions options) {
  const RunResult one = simulate(schedule, options);
  RC_ASSERT(one.verdict == Verdict::kVerified);
  options.threads = *rc::gen::inRange(2, 5);
  RC_ASSERT(result_text(simulate(schedule, options)) == result_text(one));
}

/// For properties: spans, with and without a listener, and pins give each link the counts of the monitor.
inline void expect_equal_statistics(Schedule& schedule, RunOptions options) {
  struct : StallListener {
    void stalled(const Stall&) override {}
  } deaf;
  NetworkMonitor monitor(options.hardware);
  SpanStatistics counted(options.hardware), spans(options.hardware, &deaf), pins(options.hardware);
  const auto watch = [&](Observer& observer) {
    options.observers = {&observer};
    return simulate(schedule, options);
  };
  const RunResult result = watch(monitor);
  RC_ASSERT(result.verdict == Verdict::kVerified);
  watch(counted);
  watch(spans);
  options.level = Level::kPins;
  watch(pins);
  for (ChannelId c = 0; c < monitor.table().size(); ++c) {
    const LinkStatistics link = monitor.link(c, result.cycles);
    RC_ASSERT(link == counted.link(c, result.cycles));
    RC_ASSERT(link == spans.link(c, result.cycles));
    RC_ASSERT(link == pins.link(c, result.cycles));
  }
}

}  // namespace torusim::test
