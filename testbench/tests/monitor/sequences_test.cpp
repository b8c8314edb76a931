#include <gtest/gtest.h>

#include <initializer_list>

#include "models/watch/network_monitor.h"
#include "testbench/tests/monitor/move_sequence.h"

namespace torusim {
namespace {

/// Sequences by hand on a path of three nodes, one lane.
class PathOfThree : public testing::Test {
 protected:
  PathOfThree() {
    hardware_.topology = Topology::parse("path:3");
    hardware_.lanes = 1;
  }
  void add_worm(std::uint32_t number, NodeId source, NodeId destination, std::uint32_t flits, int its_class) {
    Worm worm;
    worm.number = number;
    worm.flits = flits;
    worm.source = source;
    worm.destination = destination;
    worm.message_class = static_cast<std::int16_t>(its_class);
    worm.route = dimension_order_route(hardware_.topology, source, destination);
    moves_.add_worm(worm);
  }
  /// Flits 0, 1, .. of the worm are on the hop-th channel of its path in these cycles.
  void flits(std::uint32_t worm, int hop, std::initializer_list<Cycle> cycles) {
    std::uint32_t index = 0;
    for (const Cycle cycle : cycles) moves_.add(hardware_, cycle, worm, index++, hop);
  }
  NetworkMonitor played() const {
    NetworkMonitor monitor(hardware_);
    moves_.play(monitor);
    return monitor;
  }
  NetworkMonitor played_well() const {
    NetworkMonitor monitor = played();
    EXPECT_EQ(monitor.violation().value_or(""), "");
    EXPECT_TRUE(monitor.quiet());
    return monitor;
  }
  static LinkStatistics link(const NetworkMonitor& monitor, NodeId node, int port) {
    return monitor.link(monitor.table().id(node, port), 19);  // a run of twenty cycles
  }
  static constexpr int kPlusX = 0, kMinusX = 1, kEjection = 2, kInjection = 3;

  Hardware hardware_;
  test::MoveSequence moves_;
};

// Short sequences by hand, with stalls whose number and cause are known.

using StallsTest = PathOfThree;

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

// Payload flits by hand: none moves on before it has come, or out of its node before its circuit is whole.

class PayloadTest : public PathOfThree {
 protected:
  std::string violation() const { return played().violation().value_or(""); }
};

TEST_F(PayloadTest, AFlitThatLeavesTheRouterBeforeItCame) {
  add_worm(0, 0, 2, 3, 0);
  flits(0, 0, {1, 2, 6});
  flits(0, 1, {3, 4, 5});
  EXPECT_EQ(violation(),
            "cycle 5: node 0 port +x VC 0, worm 0: flit 2 before it can be in the router's buffer");
}

TEST_F(PayloadTest, AFlitThatComesLateLeavesLate) {
  add_worm(0, 0, 2, 3, 0);
  flits(0, 0, {1, 2, 6});
  for (const int hop : {1, 2, 3}) flits(0, hop, {1 + 2 * hop, 2 + 2 * hop, 6 + 2 * hop});
  played_well();
}

TEST_F(PayloadTest, OfACircuitWaitsUntilTheHeadHasArrived) {
  hardware_.switching = Switching::kCircuit;
  for (const Cycle head_out : {-1, 0, 8}) {
    moves_ = {};
    Worm worm;
    worm.flits = 3;
    worm.destination = 2;
    worm.head_out = head_out;
    worm.route = dimension_order_route(hardware_.topology, 0, 2);
    moves_.add_worm(worm);
    flits(0, 0, {1, 20, 21});
    for (const int hop : {1, 2, 3}) flits(0, hop, {1 + 2 * hop, 20 + 2 * hop, 21 + 2 * hop});
    EXPECT_EQ(violation(), head_out >= 0
                               ? ""
                               : "cycle 20: node 0 injection 0 VC 0, worm 0: payload leaves its node "
                                 "before the head has arrived");
  }
}

// Two worms at node 1 of a path: what routers that serve the wrong one are told.

class PriorityTest : public PathOfThree {
 protected:
  PriorityTest() { hardware_.classes = 2; }
  /// Worms 1 and 2, of classes 1 and 0, both in the buffer of the input that node 0 feeds, in cycle 5: worm 1
  /// had to wait there for worm 3.
  void two_in_one_input() {
    add_worm(1, 0, 2, 1, 1);
    add_worm(2, 0, 1, 1, 0);
    add_worm(3, 1, 2, 1, 1);
    flits(1, 0, {1});
    flits(1, 1, {3});
    flits(3, 0, {3});
    flits(3, 1, {5});
    flits(2, 0, {2});
    flits(2, 1, {4});
  }
};

TEST_F(PriorityTest, AnOutputThatServesTheLessUrgent) {
  add_worm(1, 0, 2, 1, 1);
  add_worm(2, 1, 2, 1, 0);
  flits(1, 0, {1});
  flits(1, 1, {3});
  flits(2, 0, {3});
  flits(1, 2, {5});
  EXPECT_EQ(played().violation(),
            "cycle 5: node 1 port +x VC 0, worm 2: ready, but the output sends a less urgent flit");
}

TEST_F(PriorityTest, AnInputThatPutsTheLessUrgentForward) {
  two_in_one_input();
  flits(1, 2, {6});
  EXPECT_EQ(played().violation(),
            "cycle 6: node 1 ejection 0 VC 0, worm 2: ready, but its input port forwards a less urgent flit, "
            "of VC 1");
}

TEST_F(PriorityTest, AnInputThatGivesBoth) {
  two_in_one_input();
  flits(1, 2, {6});
  flits(2, 2, {6});
  EXPECT_EQ(played().violation(),
            "cycle 6: node 1 ejection 0 VC 0, worm 2: a second flit out of one input port in one cycle");
}

TEST_F(PriorityTest, AnInputThatGivesNothing) {
  two_in_one_input();
  flits(2, 2, {7});
  EXPECT_EQ(played().violation(),
            "cycle 6: node 1 ejection 0 VC 0, worm 2: ready, but the output stays idle");
}

TEST_F(PriorityTest, AHeadThatTakesAnOwnedChannel) {
  add_worm(1, 0, 2, 2, 1);
  add_worm(2, 1, 2, 1, 1);
  flits(1, 0, {1, 2});
  flits(1, 1, {3, 4});
  flits(2, 0, {3});
  flits(1, 2, {5});
  flits(2, 1, {6});
  EXPECT_EQ(played().violation(), "cycle 6: node 1 port +x VC 1, worm 2: head on a VC that worm 1 owns");
}

// Phases in front of a gate: what routers that let the wrong one pass, or none, are told.

/// Message 0 of phase A goes from node 0 to 2, message 1 of phase B from 1 to 2: both by +x of node 1.
class GatesTest : public PathOfThree {
 protected:
  GatesTest() {
    hardware_.phase_gates = true;
    add_worm(0, 0, 2, 1, 0);
    add_worm(1, 1, 2, 1, 0);
    flits(0, 0, {1});
    flits(1, 0, {1});
    flits(0, 1, {3});
  }
  NetworkMonitor played_with_phases() const {
    NetworkMonitor monitor(hardware_);
    std::uint32_t number = 0;
    for (const NodeId from : {0, 1}) {
      Phase phase;
      Transfer transfer;
      transfer.source = from;
      transfer.destination = 2;
      transfer.route = dimension_order_route(hardware_.topology, from, 2);
      phase.transfers = {transfer};
      monitor.phase_loaded(phase, number++);
    }
    moves_.play(monitor);
    return monitor;
  }
};

TEST_F(GatesTest, TheNextPhaseFollowsTheTail) {
  flits(0, 2, {5});
  flits(1, 1, {6});
  flits(0, 3, {7});
  flits(1, 2, {8});
  const NetworkMonitor monitor = played_with_phases();
  EXPECT_EQ(monitor.violation().value_or(""), "");
  EXPECT_EQ(link(monitor, 1, kPlusX).stalled_allocation, 3);
}

TEST_F(GatesTest, AHeadThatGoesBeforeItsPhase) {
  flits(1, 1, {3});
  EXPECT_EQ(played_with_phases().violation(),
            "cycle 3: node 1 port +x VC 0, worm 1: head in front of a gate that is closed for its phase");
}

TEST_F(GatesTest, AHeadThatDoesNotGoThroughAnOpenGate) {
  flits(0, 2, {5});
  flits(1, 1, {7});
  EXPECT_EQ(played_with_phases().violation(),
            "cycle 6: node 1 port +x VC 0, worm 1: ready, but the output stays idle");
}

TEST_F(GatesTest, NoPhaseLoaded) {
  flits(0, 2, {5});
  EXPECT_EQ(played().violation(),
            "cycle 3: node 0 port +x VC 0, worm 0: head in front of a gate that is closed for its phase");
}

}  // namespace
}  // namespace torusim
