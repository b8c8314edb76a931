// --sync switch with routers at pins: gates outside, their limits on pins. Levels.* compare the runs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>

#include "models/contract/reference_router.h"
#include "models/watch/network_monitor.h"
#include "schedules/core/error.h"
#include "schedules/text/node_selection.h"
#include "testbench/config/router_groups.h"
#include "testbench/tests/models/result_text.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

void expect_same(const RunResult& result, const RunResult& reference) {
  EXPECT_EQ(test::result_text(result), test::result_text(reference));
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
