// Broadcasts delivered flit by flit, by worms and on circuits: every node gets the message once, and since no
// paths of a step share a channel, every step takes as long as its slowest message alone.
#include <gtest/gtest.h>

#include "schedules/algorithms/registry.h"
#include "testbench/tests/models/closed_form.h"
#include "testbench/tests/models/published_run.h"
#include "testbench/tests/models/result_text.h"

namespace torusim {
namespace {

struct Job {
  const char* shape;
  const char* variant;
  const char* ports;
  const char* root = "0";
  int block = 16, startup = 7, link_delay = 1;
};

std::ostream& operator<<(std::ostream& stream, const Job& job) {
  return stream << job.shape << " " << job.variant << ", ports " << job.ports;
}

RunOptions options_of(Schedule& schedule, const Job& job) {
  return test::options_for(schedule, Synchronisation::kBarrier, job.block, job.startup, job.link_delay);
}

std::unique_ptr<Schedule> made(const Job& job) {
  return make_schedule("broadcast", Topology::parse(job.shape),
                       {{"variant", job.variant}, {"ports", job.ports}, {"root", job.root}});
}

class Broadcast : public testing::TestWithParam<Job> {};

void expect_slowest_messages(Schedule& schedule, const RunOptions& options, const Job& job) {
  const RunResult result = simulate(schedule, options);
  EXPECT_EQ(result.verdict, Verdict::kVerified) << job;
  EXPECT_EQ(result.delivered_blocks, schedule.info().topology.nodes() - 1) << job;
  EXPECT_EQ(result.messages, result.delivered_blocks) << job;
  EXPECT_EQ(result.repeated_blocks, 0) << job;
  SCOPED_TRACE(testing::PrintToString(job));
  test::expect_phases(result, test::closed_form(schedule, options));
}

TEST_P(Broadcast, ReachesEveryNodeOnceInTheTimeOfItsLongestPaths) {
  const auto schedule = made(GetParam());
  expect_slowest_messages(*schedule, options_of(*schedule, GetParam()), GetParam());
}

INSTANTIATE_TEST_SUITE_P(
    Squares, Broadcast,
    testing::Values(Job{"ring:13", "paper", "all", "5"}, Job{"torus:7x7", "paper", "3", "(2,6)"},
                    Job{"torus:16x16", "paper", "all"}, Job{"torus:25x25", "best", "4", "77", 1, 0, 3},
                    Job{"torus:5x5x5", "paper", "5", "(1,2,3)"}, Job{"torus:8x8x8", "paper", "all"},
                    Job{"torus:2x2x2", "paper", "6"}, Job{"torus:5x5x5x5", "paper", "7", "(4,3,2,1)"}));

INSTANTIATE_TEST_SUITE_P(RingByRing, Broadcast,
                         testing::Values(Job{"torus:2x13", "paper", "1", "9"},
                                         Job{"torus:7x11", "paper", "2", "(6,10)"},
                                         Job{"torus:5x6x9", "paper", "2", "100", 64}));

INSTANTIATE_TEST_SUITE_P(
    Planes, Broadcast,
    testing::Values(Job{"torus:4x8", "paper", "4"}, Job{"torus:7x11", "paper", "3", "(3,4)"},
                    Job{"torus:2x13", "paper", "4", "9"}, Job{"torus:30x6", "paper", "4"},
                    Job{"torus:4x8", "best", "3"}, Job{"torus:7x11", "best", "4", "(3,4)"},
                    Job{"torus:2x13", "best", "3", "9"}, Job{"torus:13x64", "best", "4", "1"}));

INSTANTIATE_TEST_SUITE_P(
    Boxes, Broadcast,
    testing::Values(Job{"torus:4x6x10", "paper", "6"}, Job{"torus:5x6x9", "paper", "4", "(4,5,8)"},
                    Job{"torus:9x6x5", "paper", "3", "17"}, Job{"torus:2x3x7", "paper", "5"},
                    Job{"torus:4x6x10", "best", "3"}, Job{"torus:5x6x9", "best", "6", "(4,5,8)"},
                    Job{"torus:7x5x5", "best", "5", "17"}, Job{"torus:2x3x7", "best", "4"},
                    Job{"torus:6x12x14", "best", "6", "500", 3, 0, 2}));

INSTANTIATE_TEST_SUITE_P(
    Searched, Broadcast,
    testing::Values(Job{"torus:8x8", "maxflow", "4", "27"}, Job{"torus:7x11", "maxflow", "3"},
                    Job{"torus:8x8x8", "maxflow", "6"}, Job{"torus:5x6x9", "maxflow", "5", "44"},
                    Job{"mesh:5x7", "maxflow", "all", "(2,3)"}, Job{"path:9", "maxflow", "1", "4"},
                    Job{"torus:5x18x22", "auto", "4"}, Job{"torus:3x2x4x5", "auto", "all", "3"},
                    Job{"torus:2x13", "auto", "all"}));

TEST(BroadcastLevels, PinsAndFastAgree) {
  for (const Job& job : {Job{"torus:5x5", "paper", "4", "7"}, Job{"torus:3x7", "best", "4"},
                         Job{"torus:3x4x5", "maxflow", "6"}}) {
    const auto schedule = made(job);
    RunOptions options = options_of(*schedule, job);
    const RunResult fast = simulate(*schedule, options);
    options.level = Level::kPins;
    const RunResult pins = simulate(*schedule, options);
    EXPECT_EQ(test::result_text(fast), test::result_text(pins)) << job;
    EXPECT_EQ(pins.verdict, Verdict::kVerified) << job;
  }
}

// What the paper assumes. Pins are slow, so the messages are short.
TEST(BroadcastCircuits, TakeTheTimeOfTheirSlowestMessages) {
  for (const Job& job :
       {Job{"torus:5x5", "paper", "4", "7", 2, 0}, Job{"torus:3x3x3", "paper", "5", "4", 2, 0},
        Job{"torus:2x13", "paper", "2", "9", 2, 0}, Job{"torus:2x13", "paper", "3", "9", 2, 3},
        Job{"torus:3x7", "best", "4", "5", 2, 0, 2}, Job{"torus:2x3x5", "paper", "4", "7", 2, 0},
        Job{"torus:3x4x3", "best", "6", "7", 2, 0}, Job{"torus:3x7", "maxflow", "3", "5", 2, 0},
        Job{"torus:2x3x5", "maxflow", "5", "7", 2, 0}, Job{"mesh:4x5", "auto", "all", "0", 2, 0}}) {
    const auto schedule = made(job);
    RunOptions options = options_of(*schedule, job);
    options.hardware.switching = Switching::kCircuit;
    options.level = Level::kPins;
    expect_slowest_messages(*schedule, options, job);
  }
}

}  // namespace
}  // namespace torusim
