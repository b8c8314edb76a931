// Twisted tori at every level: the same flits in the same cycles, and no rule of the contract broken.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/contract/zero_load.h"
#include "schedules/tests/twisted_helpers.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/models/equal_levels.h"
#include "testbench/tests/models/result_text.h"

namespace torusim {
namespace {

RC_GTEST_PROP(TwistedLevels, SameFlitsInTheSameCycles, ()) {
  const Topology topology = test::any_twisted(16);
  const int classes = *rc::gen::inRange(1, 4);
  StoredSchedule schedule =
      test::random_exchange(topology, *rc::gen::inRange(1, 4), classes, *rc::gen::arbitrary<unsigned>());
  RunOptions options = test::options_for(schedule, test::any_sync());
  test::draw_channels(options.hardware, 5, 3, 3);
  options.hardware.switching =
      *rc::gen::element(Switching::kWormhole, Switching::kWormhole, Switching::kCircuit);
  options.block_flits = *rc::gen::inRange(0, 20);
  test::expect_equal_levels(schedule, options);
}

// A message alone takes as long as its hops say: that of the plain torus, or less.
TEST(TwistedLevels, AMessageAloneTakesTheTimeOfItsDistance) {
  const Topology topology = Topology::parse("torus:3x3x6~");
  for (NodeId to = 1; to < topology.nodes(); ++to) {
    StoredSchedule schedule = test::one_message(topology, 7, to == 7 ? 0 : to);
    RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
    options.block_flits = 12;
    const NodeId end = to == 7 ? 0 : to;
    const RunResult result = simulate(schedule, options);
    EXPECT_EQ(result.verdict, Verdict::kFailed);  // blocks for all others are missing
    EXPECT_EQ(result.cycles,
              zero_load_latency(options.hardware, options.startup, topology.distance(7, end), 13));
  }
}

TEST(TwistedLevels, ThreadsMakeNoDifference) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:4x4x8~"), 2, 1, 5);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.hardware.alpha = 6;
  options.block_flits = 4;
  const RunResult one = simulate(schedule, options);
  options.threads = 3;
  const RunResult three = simulate(schedule, options);
  EXPECT_EQ(one.verdict, Verdict::kVerified);
  EXPECT_EQ(test::result_text(one), test::result_text(three));
}

}  // namespace
}  // namespace torusim
