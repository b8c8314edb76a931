// Broadcasts delivered flit by flit, by worms and on circuits: every node gets the message once, and since no
// paths of a step share a channel, every step takes as long as its slowest message alone.
#include <gtest/gtest.h>

#include "testbench/tests/models/published_run.h"

namespace torusim {
namespace {

using Job = test::PublishedRun;

Job broadcast(const char* shape, const char* variant, const char* ports, const char* root = "0",
              int block = 16, int startup = 7, int link_delay = 1) {
  return {"broadcast", shape,   {{"variant", variant}, {"ports", ports}, {"root", root}},
          block,       startup, link_delay};
}

class Broadcast : public testing::TestWithParam<Job> {};

void expect_slowest_messages(Schedule& schedule, const RunOptions& options, const Job& job) {
  SCOPED_TRACE(testing::PrintToString(job));
  const RunResult result = test::expect_closed_form(schedule, options);
  EXPECT_EQ(result.delivered_blocks, schedule.info().topology.nodes() - 1);
  EXPECT_EQ(result.messages, result.delivered_blocks);
}

TEST_P(Broadcast, ReachesEveryNodeOnceInTheTimeOfItsLongestPaths) {
  const auto schedule = GetParam().schedule();
  expect_slowest_messages(*schedule, GetParam().run_options(*schedule), GetParam());
}

INSTANTIATE_TEST_SUITE_P(Squares, Broadcast,
                         testing::Values(broadcast("ring:13", "paper", "all", "5"),
                                         broadcast("torus:7x7", "paper", "3", "(2,6)"),
                                         broadcast("torus:16x16", "paper", "all"),
                                         broadcast("torus:25x25", "best", "4", "77", 1, 0, 3),
                                         broadcast("torus:5x5x5", "paper", "5", "(1,2,3)"),
                                         broadcast("torus:8x8x8", "paper", "all"),
                                         broadcast("torus:2x2x2", "paper", "6"),
                                         broadcast("torus:5x5x5x5", "paper", "7", "(4,3,2,1)")));

INSTANTIATE_TEST_SUITE_P(RingByRing, Broadcast,
                         testing::Values(broadcast("torus:2x13", "paper", "1", "9"),
                                         broadcast("torus:7x11", "paper", "2", "(6,10)"),
                                         broadcast("torus:5x6x9", "paper", "2", "100", 64)));

INSTANTIATE_TEST_SUITE_P(
    Planes, Broadcast,
    testing::Values(broadcast("torus:4x8", "paper", "4"), broadcast("torus:7x11", "paper", "3", "(3,4)"),
                    broadcast("torus:2x13", "paper", "4", "9"), broadcast("torus:30x6", "paper", "4"),
                    broadcast("torus:4x8", "best", "3"), broadcast("torus:7x11", "best", "4", "(3,4)"),
                    broadcast("torus:2x13", "best", "3", "9"), broadcast("torus:13x64", "best", "4", "1")));

INSTANTIATE_TEST_SUITE_P(
    Boxes, Broadcast,
    testing::Values(broadcast("torus:4x6x10", "paper", "6"),
                    broadcast("torus:5x6x9", "paper", "4", "(4,5,8)"),
                    broadcast("torus:9x6x5", "paper", "3", "17"), broadcast("torus:2x3x7", "paper", "5"),
                    broadcast("torus:4x6x10", "best", "3"), broadcast("torus:5x6x9", "best", "6", "(4,5,8)"),
                    broadcast("torus:7x5x5", "best", "5", "17"), broadcast("torus:2x3x7", "best", "4"),
                    broadcast("torus:6x12x14", "best", "6", "500", 3, 0, 2)));

INSTANTIATE_TEST_SUITE_P(
    Searched, Broadcast,
    testing::Values(broadcast("torus:8x8", "maxflow", "4", "27"), broadcast("torus:7x11", "maxflow", "3"),
                    broadcast("torus:8x8x8", "maxflow", "6"), broadcast("torus:5x6x9", "maxflow", "5", "44"),
                    broadcast("mesh:5x7", "maxflow", "all", "(2,3)"),
                    broadcast("path:9", "maxflow", "1", "4"), broadcast("torus:5x18x22", "auto", "4"),
                    broadcast("torus:3x2x4x5", "auto", "all", "3"), broadcast("torus:2x13", "auto", "all")));

// What the paper assumes. Pins are slow, so the messages are short.
TEST(BroadcastCircuits, TakeTheTimeOfTheirSlowestMessages) {
  for (const Job& job :
       {broadcast("torus:5x5", "paper", "4", "7", 2, 0), broadcast("torus:3x3x3", "paper", "5", "4", 2, 0),
        broadcast("torus:2x13", "paper", "2", "9", 2, 0), broadcast("torus:2x13", "paper", "3", "9", 2, 3),
        broadcast("torus:3x7", "best", "4", "5", 2, 0, 2), broadcast("torus:2x3x5", "paper", "4", "7", 2, 0),
        broadcast("torus:3x4x3", "best", "6", "7", 2, 0), broadcast("torus:3x7", "maxflow", "3", "5", 2, 0),
        broadcast("torus:2x3x5", "maxflow", "5", "7", 2, 0),
        broadcast("mesh:4x5", "auto", "all", "0", 2, 0)}) {
    const auto schedule = job.schedule();
    RunOptions options = job.run_options(*schedule);
    options.hardware.switching = Switching::kCircuit;
    options.level = Level::kPins;
    expect_slowest_messages(*schedule, options, job);
  }
}

}  // namespace
}  // namespace torusim
