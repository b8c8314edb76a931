// --sync switch with routers at pins: gates outside, their limits on pins. In every cycle the same flits as
// the models'.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>

#include "models/contract/reference_router.h"
#include "models/watch/network_monitor.h"
#include "schedules/algorithms/registry.h"
#include "schedules/core/error.h"
#include "schedules/text/node_selection.h"
#include "testbench/config/router_groups.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/models/result_text.h"

namespace torusim {
namespace {

/// A run with RTL at some nodes, or with none, watched by the monitor.
RunResult run(Schedule& schedule, RunOptions options, Level level, const std::string& nodes,
              bool lockstep = false) {
  NetworkMonitor monitor(options.hardware);
  options.level = level;
  options.rtl_nodes = select_nodes(options.hardware.topology, nodes, 11);
  options.lockstep = lockstep && !options.rtl_nodes.empty();
  options.observers = {&monitor};
  const RunResult result = simulate(schedule, options);
  EXPECT_EQ(monitor.violation().value_or(""), "");
  return result;
}

void expect_same(const RunResult& result, const RunResult& reference) {
  EXPECT_EQ(test::result_text(result), test::result_text(reference));
}

/// What the RTL with gates that is part of the build serves: 5 ports, 4 virtual channels of 16 slots.
RC_GTEST_PROP(SwitchInRtl, IsThatOfTheModels, ()) {
  const std::string shape = *rc::gen::element<std::string>(
      "ring:2", "ring:4", "ring:5", "path:4", "torus:2x3", "torus:3x3", "mesh:3x2", "torus:3x2m");
  StoredSchedule schedule = test::any_exchange(Topology::parse(shape), 5, 2);
  RunOptions options = test::options_for(schedule, Synchronisation::kSwitch);
  Hardware& hardware = options.hardware;
  const int network_ports = hardware.network_ports();
  hardware.alpha = *rc::gen::inRange(1, std::min(network_ports, 5 - network_ports) + 1);
  hardware.lanes = *rc::gen::inRange(1, 3);
  hardware.link_delay = *rc::gen::inRange(1, 4);
  hardware.reserve = *rc::gen::inRange(1, 7);
  hardware.shared = *rc::gen::element(0, 0, 2, 5);
  hardware.switching = test::mostly_wormhole();
  hardware.arbitration = test::any_arbitration();
  options.block_flits = *rc::gen::element(0, 1, 4);
  if (hardware.buffers_whole_worms()) hardware.reserve += options.block_flits;
  options.startup = *rc::gen::inRange(0, 12);
  const RunResult models = run(schedule, options, Level::kFast, "none");
  const bool lockstep = *rc::gen::arbitrary<bool>();
  for (const char* nodes : {"all", "random:50%"}) {
    expect_same(run(schedule, options, Level::kFast, nodes, lockstep), models);
  }
  if (*rc::gen::inRange(0, 3) != 0) return;
  for (const char* nodes : {"none", "random:50%", "all"}) {
    expect_same(run(schedule, options, Level::kPins, nodes, lockstep), models);
  }
}

TEST(SwitchInRtl, RingProduct) {
  const auto schedule = make_schedule("ring-product", Topology::parse("torus:8x8"));
  RunOptions options = test::options_for(*schedule, Synchronisation::kSwitch);
  options.block_flits = 4;
  const RunResult models = run(*schedule, options, Level::kFast, "none");
  EXPECT_EQ(models.verdict, Verdict::kVerified);
  EXPECT_EQ(models.cycles, 1040);  // docs/algorithms/switch.md
  expect_same(run(*schedule, options, Level::kFast, "all", true), models);
  expect_same(run(*schedule, options, Level::kFast, "random:25%"), models);
  options.threads = 3;
  expect_same(run(*schedule, options, Level::kFast, "all"), models);
  expect_same(run(*schedule, options, Level::kPins, "random:25%"), models);
}

/// A router with gates that serves a network without them leaves all of them open.
TEST(SwitchInRtl, OpenGatesAreNone) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 2, 1, 3);
  for (const auto sync : {Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kSwitch}) {
    RunOptions options = test::options_for(schedule, sync);
    options.block_flits = 4;
    const RunResult models = simulate(schedule, options);
    const std::string library = fmt::format("random:50%={}/libown_router.so", PLUGINS);
    static_cast<ForeignPlacement&>(options) = rtl::place_routers(options.hardware, library, 11);
    options.lockstep = true;
    for (const Level level : {Level::kFast, Level::kPins}) {
      options.level = level;
      expect_same(simulate(schedule, options), models);
    }
  }
}

/// Sees no gates.
class Careless : public ReferenceRouter {
 public:
  using ReferenceRouter::ReferenceRouter;
  void tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) override {
    RouterWires open = inputs;
    open.gates.clear();
    ReferenceRouter::tick(now, open, outputs);
  }
};

TEST(SwitchInRtl, ARouterThatPassesAClosedGateEndsTheRun) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4"), 4, 1, 3);
  RunOptions options = test::options_for(schedule, Synchronisation::kSwitch);
  options.block_flits = 4;
  options.rtl_nodes = select_nodes(options.hardware.topology, "all", 1);
  options.foreign_router = [](const Hardware& hardware, NodeId node) {
    return std::make_unique<Careless>(hardware, node);
  };
  std::string first;
  for (const Level level : {Level::kFast, Level::kPins}) {
    options.level = level;
    const RunResult result = simulate(schedule, options);
    EXPECT_EQ(result.verdict, Verdict::kFailed);
    ASSERT_FALSE(result.findings.empty());
    EXPECT_NE(result.findings[0].find("in front of a gate that is closed for its phase"), std::string::npos)
        << result.findings[0];
    if (first.empty()) first = result.findings[0];
    EXPECT_EQ(result.findings[0], first);
  }
}

/// Drives its wires two cycles late, so the gates outside see its tails late, too.
class Late : public ForeignRouter {
 public:
  Late(const Hardware& hardware, NodeId node)
      : router_(hardware, node), under_way_(2, RouterWires(hardware.ports())) {}
  void tick(Cycle now, const RouterWires& inputs, RouterWires& outputs) override {
    router_.tick(now, inputs, outputs);
    under_way_.push_back(outputs);
    outputs = under_way_.front();
    under_way_.pop_front();
  }
  bool idle() const override {
    return router_.idle() && std::ranges::all_of(under_way_, &RouterWires::quiet);
  }

 private:
  ReferenceRouter router_;
  std::deque<RouterWires> under_way_;
};

TEST(SwitchInRtl, RoutersOfTheirOwnTimingKeepPhasesApart) {
  for (const char* shape : {"mesh:3x3", "torus:4x4"}) {
    StoredSchedule schedule = test::random_exchange(Topology::parse(shape), 6, 1, 3);
    RunOptions options = test::options_for(schedule, Synchronisation::kSwitch);
    options.block_flits = 4;
    options.rtl_nodes = options.own_timing = select_nodes(options.hardware.topology, "random:50%", 1);
    options.foreign_router = [](const Hardware& hardware, NodeId node) {
      return std::make_unique<Late>(hardware, node);
    };
    RunResult results[2];
    for (const Level level : {Level::kFast, Level::kPins}) {
      NetworkMonitor monitor(options.hardware, options.own_timing);
      options.level = level;
      options.observers = {&monitor};
      RunResult& result = results[level == Level::kPins];
      result = simulate(schedule, options);
      EXPECT_EQ(result.verdict, Verdict::kVerified);
      EXPECT_EQ(monitor.violation().value_or(""), "");
    }
    expect_same(results[1], results[0]);
  }
}

std::string library_refusal(const std::string& library) {
  Hardware hardware;
  hardware.topology = Topology::parse("mesh:4x4");
  hardware.lanes = 1;
  hardware.shared = 0;
  hardware.phase_gates = true;
  try {
    rtl::place_routers(hardware, "all=" + library, 1);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(SwitchInRtl, RoutersWithoutGatesAreRefused) {
  EXPECT_EQ(
      library_refusal(GUESTS "/libmy_router.so"),
      "router 'my_router' of " GUESTS
      "/libmy_router.so does not fit this network: it supports every --sync but switch, the run has switch, "
      "which needs gates at the outputs (pin gate_limit_i)");
  EXPECT_NE(library_refusal(GUESTS "/libqueue_router.so").find("every --sync but switch"), std::string::npos);
  EXPECT_NE(library_refusal(GUESTS "/libc_router.so").find("every --sync but switch"), std::string::npos);
}

}  // namespace
}  // namespace torusim
