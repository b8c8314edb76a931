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
#include "schedules/core/rerouting.h"
#include "testbench/config/deadlock_check.h"
#include "testbench/config/load_schedule.h"
#include "testbench/config/option.h"
#include "testbench/config/run_setup.h"
#include "testbench/config/traffic_setup.h"

namespace torusim {
namespace {

/// The options of a run by name, in the order in which they are set.
struct DrawnRun {
  bool packets = false;
  std::vector<std::pair<std::string, std::string>> words;

  /// Whether an option is given, with this value if one is named.
  bool has(const std::string& name, const std::string& value = "") const {
    return std::ranges::any_of(words, [&](const auto& word) {
      return word.first == name && (value.empty() || word.second == value);
    });
  }
  void add(const std::string& name, const std::string& value) { words.emplace_back(name, value); }
  RunConfig config() const {
    RunConfig config;
    config.quiet = true;
    for (const auto& [name, value] : words) find_option(name)->set(config, value);
    return config;
  }
  std::string text() const {
    std::string text = packets ? "torusim traffic" : "torusim run";
    for (const auto& [name, value] : words) {
      text += find_option(name)->positional() ? " " + value : fmt::format(" --{} '{}'", name, value);
    }
    return text;
  }
};

/// Draws are as wide in the first case as in the last.
template <typename T>
T drawn(rc::Gen<T> gen) {
  return *rc::gen::resize(rc::kNominalSize, std::move(gen));
}
bool one_in(int n) { return drawn(rc::gen::inRange(0, n)) == 0; }
std::string any_of(std::vector<std::string> words) { return drawn(rc::gen::elementOf(std::move(words))); }

/// Most leave the network whole. Algorithms need every node.
std::string any_failures(bool nodes) {
  if (nodes && one_in(3)) return any_of({"1", "2,random:1"});
  return any_of({"random:1", "random:1", "random:2", "random:3", "0+x:one-way", "random:1,1+x:one-way"});
}

/// Link (1, ..)+x is there on all shapes.
std::string with_link(const std::string& before, const std::string& shape, const std::string& value) {
  const auto dimensions = 1 + std::ranges::count(shape.substr(0, shape.find('~')), 'x');
  std::string node = "(1";
  for (int d = 1; d < dimensions; ++d) node += ",0";
  return before + node + ")+x=" + value;
}

std::string any_algorithm(const std::string& shape) {
  const bool twisted = shape.find('~') != std::string::npos;
  std::vector<std::string> words{"direct", "direct", "broadcast"};
  if (shape.find_first_of("mpk") == std::string::npos) {
    words.insert(words.end(),
                 {"direct-even", "direct-even", "ring-pass", "gossip-ti", "tree", "ring-reduce"});
  }
  if (!twisted) words.insert(words.end(), {"pex-gen", "te-a1", "te-a2"});
  if (shape == "torus:4x4") words.insert(words.end(), {"ring-direct", "t4", "swing", "t1", "c1"});
  return any_of(std::move(words));
}

/// What a schedule or a pattern runs on. A wild draw keeps to no table of what goes with what.
DrawnRun any_run() {
  DrawnRun run;
  run.packets = one_in(3);
  const bool wild = one_in(8);
  std::string shape =
      any_of({"ring:5", "ring:6", "torus:3x3", "torus:3x4", "torus:2x4", "torus:2x3x2", "mesh:3x3",
              "torus:3x3m", "torus:4x2k", "torus:2x4~x+y2", "torus:2x6~x+y3", "torus:2x2x4~", "torus:4x4"});
  if (one_in(12)) shape = any_of({"torus:5x7", "torus:4x8~x+y4"});  // work for three threads
  const bool twisted = shape.find('~') != std::string::npos, complete = shape.ends_with("k");
  const bool adaptive = one_in(5) && (wild || !(twisted || complete));
  const bool failed = one_in(3) && (wild || !adaptive);
  const bool bubble = one_in(5) && (wild || !(adaptive || failed));
  const bool uneven = one_in(3), balanced = one_in(3) && (wild || !(adaptive || failed || bubble));
  const bool routed = run.packets && one_in(2) && (wild || !(adaptive || failed || bubble || uneven));
  if (run.packets) {
    run.add("pattern", any_of({"uniform", "tornado", "neighbour", "hotspot"}));
  } else {
    run.add("algorithm", any_algorithm(shape));
  }
  run.add("topology", shape);
  run.add("seed", fmt::format("{}", drawn(rc::gen::inRange(0, 100000))));
  if (failed) {
    run.add("fail", any_failures(run.packets || wild));
    const bool planned = run.has("algorithm", "broadcast") && one_in(2);
    run.add("reroute", planned ? "planned" : any_of({"layered", "spread", "long"}));
  }
  if (adaptive) run.add("routing", "adaptive");
  if (routed && !adaptive) run.add("routing", any_of({"valiant", "romm", "random-order"}));
  if (balanced) run.add("lane-choice", "balanced");
  if (!adaptive && !routed && (wild || !bubble) && one_in(4)) run.add("lanes", any_of({"1", "2", "4"}));
  if (uneven) {
    run.add("link-delay", any_of({"3", "1,x=4", with_link("2,", shape, "7"), with_link("1,", shape, "20")}));
    if (one_in(2)) run.add("link-rate", any_of({"x=1/2", "1/3", with_link("", shape, "1/4")}));
  }
  if (one_in(2)) run.add("router-delay", any_of({"2", "2", "2", "3", "4", "7", "16"}));
  std::vector<std::string> modes{"wormhole", "wormhole", "wormhole", "vct", "saf"};
  if (wild || !adaptive) modes.emplace_back("circuit");
  const std::string switching = bubble ? "bubble" : any_of(std::move(modes));
  run.add("switching", switching);
  const bool worms = switching == "wormhole" || switching == "circuit";
  if (worms && one_in(2)) run.add("reserve", any_of({"1", "2", "5", "9"}));
  if ((wild || !bubble) && one_in(4)) run.add("shared", any_of({"1", "4"}));
  run.add("arbitration", any_of({"round-robin", "round-robin", "transit-first"}));
  if (one_in(3)) run.add("alpha", any_of({"1", "2"}));
  run.add("startup", any_of({"0", "0", "3"}));
  if (run.packets) {
    run.add("load", any_of({"0.1", "0.4", "0.9"}));
    run.add("packet", any_of({"1", "4", "1,5"}));
    run.add("warmup", "0");
    run.add("window", "120");
    run.add("drain", "2000");
    return run;
  }
  run.add("block", any_of({"0", "1", "4", "7"}));
  if (one_in(4)) run.add("slow-node", "1=20");
  if (one_in(4)) run.add("start-skew", "30");
  std::vector<std::string> syncs{"auto", "none", "none", "barrier", "priority"};
  if (wild || !adaptive) syncs.emplace_back("switch");
  if (wild || shape == "torus:4x4") syncs.emplace_back("local");  // some algorithms there have signals
  const std::string sync = any_of(std::move(syncs));
  run.add("sync", sync);
  if (sync == "barrier") run.add("barrier", any_of({"0", "5"}));
  return run;
}

/// The kinds of networks that were drawn, in what the property prints.
void tag_kinds(const DrawnRun& run) {
  const auto has = [&](const auto&... what) { return run.has(what...); };
  RC_CLASSIFY(run.text().find('~') != std::string::npos, "twisted");
  RC_CLASSIFY(has("fail"), "failed");
  RC_CLASSIFY(has("link-delay"), "uneven");
  RC_CLASSIFY(has("slow-node") || has("start-skew"), "slow nodes");
  RC_CLASSIFY(has("lane-choice"), "lane choice");
  RC_CLASSIFY(has("routing", "adaptive"), "adaptive");
  RC_CLASSIFY(has("routing") && !has("routing", "adaptive"), "routes of packets");
  RC_CLASSIFY(has("switching", "bubble"), "bubble");
  RC_CLASSIFY(has("router-delay"), "pipelined");
}

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
  const auto schedule = load_schedule(config);
  resolve(config, *schedule);
  const ScheduleInfo& info = schedule->info();
  Hardware hardware = hardware_of(config, info.topology);
  if (info.rerouting) hardware.route_runs = info.rerouting->runs;
  RunOptions options = run_options(config, hardware);
  options.threads = way.threads;
  std::optional<NetworkMonitor> monitor;
  if (way.monitor) options.observers = {&monitor.emplace(hardware)};
  const RunResult r = simulate(*schedule, options);
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
    return check_deadlock(config).verdict.risk;
  } catch (const UsageError&) {
  } catch (const InputError&) {
  }
  return std::nullopt;
}

RC_GTEST_PROP(NetworksOfToday, EveryLevelThreadsAndRtlAgree, ()) {
  if (!one_in(4)) return;  // a case is seven runs
  const DrawnRun run = any_run();
  RC_LOG() << run.text() << "\n";
  const RunOutcome fast = outcome(run, {});
  const std::optional<DeadlockRisk> risk = judged(run);
  const auto expect_same = [&](const RunWay& way) { RC_ASSERT(outcome(run, way) == fast); };
  expect_same({.level = Level::kPins});
  const char* rtl = drawn(rc::gen::element("all", "random:50%"));
  const RunWay by_rtl{.level = drawn(rc::gen::element(Level::kFast, Level::kPins)),
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
                                    {"fail", "random:1"},
                                    {"reroute", "long"},
                                    {"lanes", "1"},
                                    {"reserve", "1"},
                                    {"shared", "1"},
                                    {"startup", "3"},
                                    {"slow-node", "1=20"},
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
