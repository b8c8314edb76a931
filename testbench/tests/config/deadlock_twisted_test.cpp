// Two lanes and a dateline on each ring keep shortest ways in dimension order free of deadlock on twisted
// tori.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/run/simulation.h"
#include "schedules/tests/twisted_helpers.h"
#include "testbench/config/waiting.h"
#include "testbench/tests/config/all_ways.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

bool rings_close_a_cycle(const Topology& topology, int lanes) {
  Hardware hardware;
  hardware.topology = topology;
  hardware.lanes = lanes;
  return judge_all_pairs(hardware, 1).risk != DeadlockRisk::kFree;
}

// All ways of all pairs, on all shapes and seams of up to 32 nodes; and the rings that stand for them.
TEST(DeadlockTwisted, NoShapeOfUpTo32NodesClosesACycle) {
  int shapes = 0, cyclic = 0;
  for (const Topology& topology : test::all_twisted(32)) {
    ASSERT_FALSE(test::ways_close_a_cycle(topology, 2)) << topology.name();
    ASSERT_FALSE(rings_close_a_cycle(topology, 2)) << topology.name();
    const bool one_lane = test::ways_close_a_cycle(topology, 1);
    ASSERT_EQ(one_lane, rings_close_a_cycle(topology, 1)) << topology.name();
    ++shapes;
    cyclic += one_lane ? 1 : 0;
  }
  EXPECT_GT(shapes, 1500);
  EXPECT_GT(cyclic, shapes / 2);
}

TEST(DeadlockTwisted, TheNetworksOfTpuAreFree) {
  for (const char* shape :
       {"torus:2x2x4~", "torus:3x3x6~", "torus:4x4x8~", "torus:4x8x8~", "torus:4x8x16~"}) {
    const Topology topology = Topology::parse(shape);
    EXPECT_FALSE(test::ways_close_a_cycle(topology, 2)) << shape;
    EXPECT_TRUE(test::ways_close_a_cycle(topology, 1)) << shape;
  }
  for (const char* shape : {"torus:16x16x32~", "torus:64x64x128~"}) {
    EXPECT_FALSE(rings_close_a_cycle(Topology::parse(shape), 2)) << shape;
    EXPECT_TRUE(rings_close_a_cycle(Topology::parse(shape), 1)) << shape;
  }
}

// Runs in a hurry, with small buffers and long worms: none hangs with two lanes.
RC_GTEST_PROP(DeadlockTwisted, NoRunHangs, ()) {
  const Topology topology = test::any_twisted(60);
  StoredSchedule schedule = test::random_exchange(topology, 3, 1, *rc::gen::arbitrary<unsigned>());
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.hardware.alpha = topology.network_ports();
  options.hardware.reserve = *rc::gen::inRange(1, 3);
  options.block_flits = *rc::gen::inRange(1, 30);
  RC_ASSERT(simulate(schedule, options).verdict == Verdict::kVerified);
}

}  // namespace
}  // namespace torusim
