// Networks of every new kind together: twisted seams, failed links and nodes, uneven links, slow nodes, lanes
// and routes of packets, adaptive routers, bubble flow control, pipelined routers, gates. The command line
// draws them, so that a case is a line to run again. What is refused is refused before the run, in a line, by
// every level; all others give the same flits in the same cycles at every level, with any number of threads
// and with RTL routers.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <optional>

#include "models/foreign/rtl_models.h"
#include "models/run/simulation.h"
#include "models/watch/network_monitor.h"
#include "schedules/core/error.h"
#include "testbench/config/deadlock_check.h"
#include "testbench/config/option.h"
#include "testbench/config/run_setup.h"
#include "testbench/config/traffic_setup.h"
#include "testbench/tests/config/drawn_run.h"

namespace torusim {
namespace {

using test::any_of, test::any_run, test::drawn, test::DrawnRun, test::one_in, test::tag_kinds;

/// What came of a run, or why there was none.
struct RunOutcome {
  std::string refused, verdict;
  std::vector<std::string> findings;
  Cycle cycles = 0;
  std::uint64_t hash = 0;
  std::int64_t flit_hops = 0;
  bool operator==(const RunOutcome&) const = default;
};

void showValue(const RunOutcome& o, std::ostream& out) {
  out << (o.refused.empty() ? o.verdict : "refused: " + o.refused) << ", " << o.cycles << " cycles, hash "
      << o.hash << ", " << o.flit_hops << " flit hops";
  for (const std::string& finding : o.findings) out << "\n  " << finding;
}

struct RunWay {
  Level level = Level::kFast;
  int threads = 1;
  const char* rtl = "none";
  bool lockstep = false, monitor = false;
};

RunOutcome packets_by(RunConfig config, const RunWay& way) {
  TrafficOptions options = traffic_setup(config);
  options.threads = way.threads;
  options.monitor = way.monitor;
  const TrafficResult r = simulate_traffic(options);
  return {"", to_text(r.verdict), r.findings, r.cycles, r.ejection_hash, r.flit_hops};
}

RunOutcome messages_by(RunConfig config, const RunWay& way) {
  const PreparedRun prepared = prepare_run(config);
  RunOptions options = prepared.options;
  options.threads = way.threads;
  std::optional<NetworkMonitor> monitor;
  if (way.monitor) options.observers = {&monitor.emplace(prepared.hardware)};
  const RunResult r = simulate(*prepared.schedule, options);
  RC_ASSERT((!monitor || monitor->violation().value_or("") == ""));
  return {"", to_text(r.verdict), r.findings, r.cycles, r.ejection_hash, r.flit_hops};
}

RunOutcome outcome(const DrawnRun& run, const RunWay& way) {
  RunConfig config = run.config();
  config.level = way.level;
  config.rtl = way.rtl;
  config.rtl_models = RtlModels::kBuiltIn;
  config.run.lockstep = way.lockstep;
  RunOutcome refused;
  try {
    return run.packets ? packets_by(config, way) : messages_by(config, way);
  } catch (const UsageError& error) {
    refused.refused = error.what();
  } catch (const InputError& error) {
    refused.refused = error.what();
  }
  RC_ASSERT(!refused.refused.empty());
  RC_ASSERT(refused.refused.find('\n') == std::string::npos);
  return refused;
}

/// The verdict before the run; empty if it is refused.
std::optional<DeadlockRisk> judged(const DrawnRun& run) {
  RunConfig config = run.config();
  config.deadlock = true;
  if (run.packets) config.algorithm = config.traffic.pattern;
  try {
    if (!run.packets) check_rules(config, kRun);  // `check` has not every option
    return check_deadlock(config).verdict.risk;
  } catch (const UsageError&) {
  } catch (const InputError&) {
  }
  return std::nullopt;
}

RC_GTEST_PROP(NetworksOfToday, EveryLevelThreadsAndRtlAgree, ()) {
  if (!one_in(4)) return;  // a case is seven runs
  const DrawnRun run = any_run(one_in(3));
  RC_LOG() << run.text() << "\n";
  const RunOutcome fast = outcome(run, {});
  const std::optional<DeadlockRisk> risk = judged(run);
  const auto expect_same = [&](const RunWay& way) { RC_ASSERT(outcome(run, way) == fast); };
  expect_same({.level = Level::kPins});
  const char* rtl = drawn(rc::gen::element("all", "random:50%"));
  const bool pins = one_in(2);
  const RunWay by_rtl{.level = pins ? Level::kPins : Level::kFast,
                      .threads = !pins && one_in(2) ? 2 : 1,
                      .rtl = rtl,
                      .lockstep = one_in(2),
                      .monitor = true};
  if (!fast.refused.empty()) {
    RC_TAG("refused");
    RC_ASSERT((!risk || risk == DeadlockRisk::kCanDeadlock));
    RC_ASSERT(!outcome(run, by_rtl).refused.empty());
    return;
  }
  tag_kinds(run);
  RC_ASSERT(risk.has_value());
  RC_ASSERT(fast.verdict != to_text(Verdict::kFailed));
  RC_ASSERT((fast.verdict != to_text(Verdict::kDeadlock) || risk == DeadlockRisk::kCanDeadlock));
  expect_same({.threads = 2, .monitor = true});
  expect_same({.threads = 3});
  const RunOutcome rtl_outcome = outcome(run, by_rtl);
  RC_TAG(fast.verdict, rtl_outcome.refused.empty() ? "also RTL" : "no RTL");
  if (rtl_outcome.refused.empty()) {
    RC_ASSERT(rtl_outcome == fast);
  } else {
    RC_ASSERT(rtl_outcome.refused.find("--rtl") != std::string::npos ||
              rtl_outcome.refused.find("RTL") != std::string::npos);
  }
}

// Heads that wait at closed gates are not the router's fault.
TEST(NetworksOfToday, ADeadlockBehindGatesBlamesNoRouter) {
  DrawnRun run;
  for (const auto& [name, value] : {std::pair("algorithm", "direct"),
                                    {"topology", "torus:4x8~x+y4"},
                                    {"seed", "1"},
                                    {"lanes", "1"},
                                    {"reserve", "1"},
                                    {"shared", "1"},
                                    {"startup", "3"},
                                    {"slow-node", "9=60"},
                                    {"sync", "switch"}}) {
    run.add(name, value);
  }
  const RunOutcome fast = outcome(run, {});
  EXPECT_EQ(fast.verdict, "deadlock");
  for (const Level level : {Level::kFast, Level::kPins}) {
    EXPECT_EQ(outcome(run, {.level = level, .rtl = "all"}).findings, fast.findings);
  }
}

}  // namespace
}  // namespace torusim
