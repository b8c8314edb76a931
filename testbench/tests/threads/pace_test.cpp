// When threads work together: decided by how long rounds take, here as the test says.
#include "models/threads/pace.h"

#include <gtest/gtest.h>

namespace torusim {
namespace {

using namespace std::chrono_literals;

TEST(LongPace, AllWorkWhileTheyTakeLessTimeThanTheyUseProcessors) {
  LongPace pace;
  for (int round = 0; round < 1000; ++round) {
    EXPECT_TRUE(pace.together());
    pace.done(1ms, pace.sampled() ? 1900us : 0us);
  }
}

TEST(LongPace, AllRestWhenTheirCoresAreTaken) {
  LongPace pace;
  for (int time = 0; time < 3; ++time) {
    int rounds = 0;
    for (; pace.together(); ++rounds) pace.done(1ms, pace.sampled() ? 900us : 0us);
    EXPECT_GE(rounds, 5);
    EXPECT_LE(rounds, 40);
    for (rounds = 0; !pace.together(); ++rounds) pace.done(2ms, 0us);
    EXPECT_EQ(rounds, 50);
  }
}

/// The share of rounds for all threads if rounds take so long; now and then one takes a hundred times as
/// long.
double share_together(PaceClock::duration together, PaceClock::duration alone) {
  ShortPace pace;
  int all = 0;
  for (int round = 0; round < 100000; ++round) {
    const bool now = pace.together();
    all += now ? 1 : 0;
    const PaceClock::duration time = now ? together : alone;
    pace.done(round % 1000 == 5 ? time * 100 : time, 1, 500);
  }
  return all / 100000.0;
}

TEST(ShortPace, TheQuickerWayIsTaken) {
  EXPECT_GT(share_together(10us, 15us), 0.9);
  EXPECT_LT(share_together(15us, 10us), 0.1);
  EXPECT_LT(share_together(1000us, 10us), 0.01);  // it is not even tried often
}

TEST(ShortPace, ItDoesNotMatterHowManyStepsARoundHas) {
  ShortPace pace;
  int all = 0;
  for (int round = 0; round < 5000; ++round) {
    const bool now = pace.together();
    all += now ? 1 : 0;
    pace.done(20 * (now ? 10us : 15us), 20, 20 * 500);
  }
  EXPECT_GT(all, 4500);
}

TEST(ShortPace, WhatIsClearIsTriedSeldom) {
  const auto alone_when_together_takes = [](PaceClock::duration together) {
    ShortPace pace;
    int alone = 0;
    for (int step = 0; step < 100000; ++step) {
      const bool now = pace.together();
      alone += now ? 0 : 1;
      pace.done(now ? together : 15us, 1, 500);
    }
    return alone;
  };
  const int clear = alone_when_together_takes(9us), not_clear = alone_when_together_takes(13us);
  EXPECT_GT(clear, 0);
  EXPECT_LT(2 * clear, not_clear);
}

TEST(ShortPace, AMishapDoesNotDecideForLong) {
  ShortPace pace;
  for (int round = 0; round < 20000; ++round) pace.done(pace.together() ? 10us : 15us, 1, 500);
  int alone = 0, alone_at_once = 0;
  bool taken = true;  // a core, by somebody else, until it has had its effect
  for (int round = 0; round < 20000; ++round) {
    const bool together = pace.together();
    alone += together ? 0 : 1;
    alone_at_once = together ? 0 : alone_at_once + 1;
    taken = taken && alone_at_once < 100;
    pace.done(!together ? 15us : taken ? 40us : 10us, 1, 500);
  }
  EXPECT_FALSE(taken);
  EXPECT_LT(alone, 2500);
}

}  // namespace
}  // namespace torusim
