// Routers in SystemVerilog among models, in networks with failed links: in lockstep, and the same flits in
// the same cycles.
#include <gtest/gtest.h>

#include "schedules/algorithms/registry.h"
#include "schedules/reroute/rerouted_schedule.h"
#include "schedules/tests/failed_networks.h"
#include "schedules/text/failure_text.h"
#include "testbench/tests/models/result_text.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

/// With routers in SystemVerilog at every `step`-th node.
void expect_same_with_rtl(Schedule& schedule, NodeId step) {
  RunOptions options = test::options_for(schedule, schedule.info().sync);
  options.hardware.alpha = schedule.info().ports;
  options.block_flits = 5;
  options.hardware.route_runs = schedule.info().rerouting->runs;
  const RunResult models = simulate(schedule, options);
  ASSERT_EQ(models.verdict, Verdict::kVerified);
  for (NodeId node = 0; node < schedule.info().topology.nodes(); node += step) {
    options.rtl_nodes.push_back(node);
  }
  options.lockstep = true;
  for (const Level level : {Level::kFast, Level::kPins}) {
    options.level = level;
    EXPECT_EQ(test::result_text(simulate(schedule, options)), test::result_text(models));
  }
}

TEST(FailedLinksRtl, SameFlitsInTheSameCycles) {
  const Topology intact = Topology::parse("torus:4x4");
  for (const Reroute how : {Reroute::kLayered, Reroute::kSpread}) {
    for (const char* fail : {"(0,0)+x", "(1,2)-y:one-way,(3,3)+x", "random:10%"}) {
      SCOPED_TRACE(fail);
      const auto schedule = test::rerouted(test::random_exchange(intact, 2, 1, 3),
                                           intact.with_failures(parse_failures(intact, fail, 4)), how, 2);
      expect_same_with_rtl(*schedule, how == Reroute::kSpread ? 1 : 3);  // a failed link ends at some of them
    }
  }
}

/// Heads that a route of each dimension would not fill.
TEST(FailedLinksRtl, PlannedRoutesOfManyRuns) {
  const Topology intact = Topology::parse("torus:8x8");
  const auto before = make_schedule("broadcast", intact);
  auto failed = make_schedule("broadcast", intact.with_failures(parse_failures(intact, "random:15%", 1)));
  const auto schedule = planned_round_failures(*before, std::move(failed));
  EXPECT_GE(schedule->info().rerouting->runs, 4);
  expect_same_with_rtl(*schedule, 3);
}

}  // namespace
}  // namespace torusim
