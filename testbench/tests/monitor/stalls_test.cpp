// Short sequences by hand, with stalls whose number and cause are known.
#include <gtest/gtest.h>

#include "testbench/tests/monitor/path_of_three.h"

namespace torusim {
namespace {

using StallsTest = test::PathOfThree;

TEST_F(StallsTest, AWormAloneNeverStalls) {
  add_worm(1, 0, 2, 3, 0);
  flits(1, 0, {1, 2, 3});
  flits(1, 1, {3, 4, 5});
  flits(1, 2, {5, 6, 7});
  flits(1, 3, {7, 8, 9});
  const NetworkMonitor monitor = played_well();
  const LinkStatistics expected{.flits = 3, .busy = 3, .idle = 17, .peak_occupancy = 1};
  EXPECT_EQ(link(monitor, 0, kInjection), expected);
  EXPECT_EQ(link(monitor, 0, kPlusX), expected);
  EXPECT_EQ(link(monitor, 1, kPlusX), expected);
  EXPECT_EQ(link(monitor, 2, kEjection), expected);
  EXPECT_EQ(link(monitor, 1, kMinusX), (LinkStatistics{.idle = 20}));
  EXPECT_EQ(link(monitor, 2, kPlusX), LinkStatistics{});  // a path ends there
  EXPECT_EQ(monitor.node(0), (NodeStatistics{.flits_injected = 3, .messages_sent = 1}));
}

TEST_F(StallsTest, ArbitrationAmongEquals) {
  add_worm(1, 0, 2, 1, 0);
  add_worm(2, 1, 2, 1, 0);
  flits(1, 0, {1});
  flits(1, 1, {3});
  flits(1, 2, {5});
  flits(1, 3, {7});
  flits(2, 0, {3});
  flits(2, 1, {6});  // ready for cycle 5 as worm 1 is
  flits(2, 2, {8});
  const NetworkMonitor monitor = played_well();
  EXPECT_EQ(
      link(monitor, 1, kPlusX),
      (LinkStatistics{.flits = 2, .busy = 2, .idle = 18, .stalled_arbitration = 1, .peak_occupancy = 1}));
}

TEST_F(StallsTest, AllocationBehindAnOwner) {
  add_worm(1, 0, 2, 3, 0);
  add_worm(2, 1, 2, 1, 0);
  flits(1, 0, {1, 2, 3});
  flits(1, 1, {3, 4, 5});
  flits(1, 2, {5, 6, 7});
  flits(1, 3, {7, 8, 9});
  flits(2, 0, {3});
  flits(2, 1, {8});  // lost arbitration once, then waited for the tail
  flits(2, 2, {10});
  const NetworkMonitor monitor = played_well();
  EXPECT_EQ(link(monitor, 1, kPlusX), (LinkStatistics{.flits = 4,
                                                      .busy = 4,
                                                      .idle = 16,
                                                      .stalled_allocation = 2,
                                                      .stalled_arbitration = 1,
                                                      .peak_occupancy = 1}));
}

TEST_F(StallsTest, PreemptionAtTheOutput) {
  hardware_.classes = 2;
  add_worm(1, 0, 2, 3, 1);
  add_worm(2, 1, 2, 1, 0);
  flits(1, 0, {1, 2, 3});
  flits(1, 1, {3, 4, 5});
  flits(1, 2, {5, 7, 8});
  flits(1, 3, {7, 9, 10});
  flits(2, 0, {4});
  flits(2, 1, {6});
  flits(2, 2, {8});
  const NetworkMonitor monitor = played_well();
  EXPECT_EQ(
      link(monitor, 1, kPlusX),
      (LinkStatistics{.flits = 4, .busy = 4, .idle = 16, .stalled_preemption = 1, .peak_occupancy = 1}));
  EXPECT_EQ(link(monitor, 0, kPlusX).peak_occupancy, 2);
}

TEST_F(StallsTest, PreemptionAtTheInput) {
  hardware_.classes = 2;
  add_worm(1, 0, 2, 1, 1);
  add_worm(2, 0, 1, 1, 0);  // comes in by the same port of node 1 and ends there
  add_worm(3, 1, 2, 1, 1);
  flits(1, 0, {1});
  flits(1, 1, {3});
  flits(3, 0, {3});
  flits(3, 1, {5});  // worm 1 loses its output to an equal,
  flits(2, 0, {2});
  flits(2, 1, {4});
  flits(2, 2, {6});  // then its input to the more urgent one,
  flits(1, 2, {7});  // and then goes
  flits(3, 2, {7});
  flits(1, 3, {9});
  const NetworkMonitor monitor = played_well();
  EXPECT_EQ(link(monitor, 1, kPlusX), (LinkStatistics{.flits = 2,
                                                      .busy = 2,
                                                      .idle = 18,
                                                      .stalled_preemption = 1,
                                                      .stalled_arbitration = 1,
                                                      .peak_occupancy = 1}));
  EXPECT_EQ(link(monitor, 0, kPlusX).peak_occupancy, 2);
}

TEST_F(StallsTest, CreditsOfASingleSlot) {
  hardware_.reserve = 1;  // the round trip is four cycles
  add_worm(1, 0, 1, 3, 0);
  flits(1, 0, {1, 5, 9});
  flits(1, 1, {3, 7, 11});
  flits(1, 2, {5, 9, 13});
  const NetworkMonitor monitor = played_well();
  EXPECT_EQ(link(monitor, 0, kInjection),
            (LinkStatistics{.flits = 3, .busy = 9, .idle = 11, .stalled_credit = 6, .peak_occupancy = 1}));
  EXPECT_EQ(link(monitor, 0, kPlusX),
            (LinkStatistics{.flits = 3, .busy = 9, .idle = 11, .peak_occupancy = 1}));
}

}  // namespace
}  // namespace torusim
