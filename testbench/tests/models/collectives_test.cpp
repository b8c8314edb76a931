// The algorithms of the literature, delivered flit by flit and verified; measured times against their closed
// form.
#include <gtest/gtest.h>

#include "schedules/algorithms/registry.h"
#include "testbench/tests/models/published_run.h"

namespace torusim {
namespace {

using Job = test::PublishedRun;

class Delivered : public testing::TestWithParam<Job> {};

TEST_P(Delivered, EveryPhaseTakesItsClosedForm) {
  const auto schedule = GetParam().schedule();
  const RunOptions options = GetParam().run_options(*schedule);
  test::expect_closed_form(*schedule, options);
}

INSTANTIATE_TEST_SUITE_P(
    Shapes, Delivered,
    testing::Values(
        Job{"ring-gs", "ring:2", {}}, Job{"ring-gs", "ring:3", {}}, Job{"ring-gs", "ring:4", {}},
        Job{"ring-gs", "ring:8", {}}, Job{"ring-gs", "ring:16", {}, 3, 0, 2},
        Job{"ring-gs", "ring:32", {{"rule", "S"}}}, Job{"ring-gs", "ring:64", {}},
        Job{"ring-gs", "ring:128", {}}, Job{"ring-gs", "ring:256", {}}, Job{"ring-gs", "ring:30", {}, 2},
        Job{"ring-gs", "ring:13", {{"completion", "fold"}}},
        Job{"ring-gs", "ring:13", {{"completion", "split"}}},
        Job{"ring-gs", "ring:13", {{"completion", "seq"}}}, Job{"t1", "torus:6x9", {}},
        Job{"t1", "torus:8x16", {}}, Job{"t1", "torus:7x7", {}}, Job{"t1", "torus:10x10", {}, 0},
        Job{"t4", "torus:8x8", {}, 5}, Job{"t4", "torus:16x16", {}, 4}, Job{"t4", "torus:16x16", {}, 1, 0, 3},
        Job{"t4", "torus:32x32", {}}, Job{"t4", "torus:8x16", {}}, Job{"c1", "torus:8x8x8", {}},
        Job{"c1", "torus:3x4x5", {}}, Job{"c64", "torus:8x8x8", {}}, Job{"c64", "torus:12x12x12", {}},
        Job{"c64", "torus:16x16x16", {}}, Job{"direct", "mesh:3x4", {}},
        Job{"ring-direct", "torus:8x8", {{"dilation", "2"}}, 4},
        Job{"ring-direct", "torus:16x16", {{"near", "direct"}}},
        Job{"ring-direct", "ring:16", {{"dilation", "4"}}}, Job{"ring-product", "torus:8x8", {}, 3},
        Job{"ring-product", "torus:4x12", {}}, Job{"ring-product", "torus:8x8x8", {{"groups", "2,1"}}},
        Job{"paired", "torus:16x16", {{"near", "direct"}}}, Job{"scott", "mesh:4x4", {}, 20},
        Job{"scott", "mesh:6x6", {}, 20}, Job{"scott", "mesh:8x8", {}, 20}, Job{"dp-2d", "torus:4x4", {}, 20},
        Job{"t-2d1", "torus:16x16", {}, 20}, Job{"t-2d2", "torus:16x16", {}, 20},
        Job{"dp-3d", "torus:8x8x8", {}, 20}, Job{"binary", "hypercube:5", {}, 20},
        Job{"pex", "hypercube:5", {}, 20}, Job{"all-port", "torus:4x4", {}, 4},
        Job{"all-port", "torus:8x8x8", {{"least", "startups"}}, 4, 100},
        Job{"relayed", "torus:8x8", {{"phases", "12"}}, 4}, Job{"relayed", "torus:8x8x8", {}, 4},
        Job{"relayed", "torus:16x16", {{"phases", "12"}}, 4},
        Job{"relayed", "torus:16x16", {{"phases", "24"}}, 4}, Job{"ring-pass", "ring:9", {}},
        Job{"ring-pass", "torus:4x3x2k", {{"ways", "both"}}}, Job{"ring-pass", "complete:2x5", {}},
        Job{"te-a1", "torus:4x3mx3k", {{"ports", "all"}}, 3}, Job{"te-a2", "torus:4x2kx2m", {}, 3}));

// Phases of equal lengths at every node keep out of each other's way.
TEST(Unsynchronised, TakesTheTimeOfBarriers) {
  for (const Job& job :
       {Job{"all-port", "torus:8x8", {}, 4, 100}, Job{"paired", "torus:16x16", {}, 4, 100}}) {
    const auto schedule = job.schedule();
    for (const auto sync : {Synchronisation::kNone, Synchronisation::kPriority}) {
      EXPECT_EQ(test::expect_delivered(*schedule, job.run_options(*schedule, sync)).cycles,
                test::expect_closed_form(*schedule, job.run_options(*schedule)).cycles)
          << job << " " << to_text(sync);
    }
  }
}

class Synchronised : public testing::TestWithParam<Job> {};

// Tseng, Ni, Sheu, Section 7: without synchronisation worms of different phases contend and the exchange is
// slower than with barriers; priorities make up for it, at no cost.
TEST_P(Synchronised, PriorityIsNeverSlowerThanBarriersAndNoneIsSlower) {
  const Job& job = GetParam();
  const auto schedule = job.schedule();
  for (const auto& [reserve, shared] : {std::pair{4, 0}, {1, 3}, {1, 0}}) {
    std::map<Synchronisation, Cycle> cycles;
    for (const auto sync : {Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kLocal,
                            Synchronisation::kPriority}) {
      RunOptions options = job.run_options(*schedule, sync);
      options.hardware.reserve = reserve;
      options.hardware.shared = shared;
      const RunResult result = simulate(*schedule, options);
      EXPECT_EQ(result.verdict, Verdict::kVerified) << to_text(sync);
      cycles[sync] = result.cycles;
    }
    EXPECT_GT(cycles[Synchronisation::kNone], cycles[Synchronisation::kBarrier]);
    EXPECT_LE(cycles[Synchronisation::kPriority], cycles[Synchronisation::kBarrier]);
  }
}

INSTANTIATE_TEST_SUITE_P(Rings, Synchronised,
                         testing::Values(Job{"ring-gs", "ring:16", {}, 1, 1},
                                         Job{"ring-gs", "ring:32", {}, 1, 1},
                                         Job{"ring-gs", "ring:64", {}, 1, 1},
                                         Job{"t4", "torus:16x16", {}, 1, 1}));

// Broadcasts delivered flit by flit, by worms and on circuits: every node gets the message once, and since no
// paths of a step share a channel, every step takes as long as its slowest message alone.

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

RunOptions options_of(Schedule& schedule, Synchronisation sync) {
  return Job{.block = 3}.run_options(schedule, sync);
}

// The misprinted listings are stopped, not run.
TEST(ProductMisprints, AreStoppedByTheDriver) {
  const auto lost = make_schedule("te-a1", Topology::parse("torus:4x3"), {{"line3", "printed"}});
  EXPECT_NE(simulate(*lost, options_of(*lost, Synchronisation::kBarrier)).verdict, Verdict::kVerified);
  const auto not_held = make_schedule("te-a2", Topology::parse("torus:4x4"), {{"set8", "printed"}});
  EXPECT_NE(simulate(*not_held, options_of(*not_held, Synchronisation::kBarrier)).verdict,
            Verdict::kVerified);
}

}  // namespace
}  // namespace torusim
