// What the report of a deadlock says of which message waits for which.
#include <gtest/gtest.h>

#include <algorithm>

#include "schedules/text/tcs_reader.h"
#include "testbench/tests/models/sources.h"

namespace torusim {
namespace {

/// One message of `blocks` flits from node 0 to node 1 of a ring of four, once round and one hop on; one
/// lane.
RunResult once_round(int blocks, Level level) {
  const auto schedule = read_tcs_text("tcs 1\ntopology ring 4\ncollective messages\nphase round\n0 > 1 n=" +
                                          std::to_string(blocks) + " r=+x5\nend 1\n",
                                      "round");
  RunOptions options = test::options_for(*schedule, Synchronisation::kBarrier);
  options.hardware.lanes = 1;
  options.level = level;
  options.max_cycles = 10'000;
  return simulate(*schedule, options);
}

TEST(Deadlock, AWormThatWaitsForItsOwnBodyIsNamedAsThat) {
  for (const Level level : {Level::kFast, Level::kPins}) {
    const RunResult result = once_round(40, level);
    ASSERT_EQ(result.verdict, Verdict::kDeadlock) << to_text(level);
    EXPECT_EQ(result.findings,
              (std::vector<std::string>{
                  "message 0 of phase round (0 > 1) waits for channel +x of node 0, class 0 lane 0, held by "
                  "itself: its route comes back to where its own body still is",
                  "cycle of channels: +x of node 0, class 0 lane 0 -> +x of node 0, class 0 lane 0"}));
  }
}

// The same route: a worm so short that its tail has gone on when its head comes round.
TEST(Deadlock, AShortWormMayMeetItsOwnTrace) {
  for (const Level level : {Level::kFast, Level::kPins}) {
    EXPECT_EQ(once_round(2, level).verdict, Verdict::kVerified) << to_text(level);
  }
}

// A ring of 64 on which every message waits for the next: more than the report has sentences for.
TEST(Deadlock, TheCycleIsGivenWhole) {
  const auto schedule = read_tcs_text(
      "tcs 1\ntopology ring 64\ncollective messages\nphase half\nforall x=0..63 : x > x+2 n=40 r=+x2\nend "
      "64\n",
      "half");
  for (const Level level : {Level::kFast, Level::kPins}) {
    SCOPED_TRACE(to_text(level));
    RunOptions options = test::options_for(*schedule, Synchronisation::kBarrier);
    options.hardware.lanes = 1;
    options.level = level;
    const RunResult result = simulate(*schedule, options);
    ASSERT_EQ(result.verdict, Verdict::kDeadlock);
    ASSERT_EQ(result.deadlock_cycle.size(), 64);
    for (std::size_t i = 0; i < 64; ++i) {
      const ChannelWait& wait = result.deadlock_cycle[i];
      EXPECT_EQ(wait.channel.port, 0);
      EXPECT_EQ(wait.channel.node, (wait.waiting + 1) % 64);
      EXPECT_EQ(wait.holder, result.deadlock_cycle[(i + 1) % 64].waiting);
    }
    EXPECT_EQ(std::ranges::count(result.findings.back(), '>'), 64);
  }
  RunOptions options = test::options_for(*schedule, Synchronisation::kBarrier);
  const RunResult result = simulate(*schedule, options);
  EXPECT_EQ(result.verdict, Verdict::kVerified);
  EXPECT_TRUE(result.deadlock_cycle.empty());
}

/// A ring on which every message waits for the next, and nothing else is under way.
RunResult all_wait(int nodes) {
  const auto schedule = read_tcs_text(
      "tcs 1\ntopology ring " + std::to_string(nodes) + "\ncollective messages\nphase half\nforall x=0.." +
          std::to_string(nodes - 1) + " : x > x+2 n=40 r=+x2\nend " + std::to_string(nodes) + "\n",
      "half");
  RunOptions options = test::options_for(*schedule, Synchronisation::kBarrier);
  options.hardware.lanes = 1;
  return simulate(*schedule, options);
}

TEST(Deadlock, WaitsThatAreLeftOutAreCounted) {
  EXPECT_EQ(all_wait(20).findings.size(), 21);  // and the cycle
  const RunResult one_more = all_wait(21);
  ASSERT_EQ(one_more.findings.size(), 22);
  EXPECT_EQ(one_more.findings[20], "and 1 more worms wait");
  EXPECT_EQ(all_wait(23).findings[20], "and 3 more worms wait");
}

// The first message of a node fills the buffer behind the injection channel, which its tail has left: no worm
// owns that channel, and still the second message waits for the first.
TEST(Deadlock, AFullBufferIsHeldByTheWormWhoseFlitsAreLastInIt) {
  const auto schedule = read_tcs_text(
      "tcs 1\ntopology ring 4\ncollective messages\nphase half\nforall x=0..3 : x > x+2 n=7 r=+x2\n"
      "0 > 1 n=1 r=+x1\nend 5\n",
      "half");
  for (const Level level : {Level::kFast, Level::kPins}) {
    RunOptions options = test::options_for(*schedule, Synchronisation::kBarrier);
    options.hardware.lanes = 1;
    options.level = level;
    const RunResult result = simulate(*schedule, options);
    ASSERT_EQ(result.verdict, Verdict::kDeadlock) << to_text(level);
    EXPECT_NE(
        std::ranges::find(result.findings,
                          "message 4 of phase half (0 > 1) waits for channel injection channel 0 of node 0, "
                          "class 0 lane 0, held by message 0 of phase half (0 > 2)"),
        result.findings.end())
        << to_text(level) << ": " << testing::PrintToString(result.findings);
  }
}

}  // namespace
}  // namespace torusim
