// Twisted tori: the time of a message alone.
#include <gtest/gtest.h>

#include "models/contract/zero_load.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

// A message alone takes as long as its hops say: that of the plain torus, or less.
TEST(TwistedTimes, AMessageAloneTakesTheTimeOfItsDistance) {
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

}  // namespace
}  // namespace torusim
