// Phases in front of a gate: what routers that let the wrong one pass, or none, are told.
#include <gtest/gtest.h>

#include "testbench/tests/monitor/path_of_three.h"

namespace torusim {
namespace {

/// Message 0 of phase A goes from node 0 to 2, message 1 of phase B from 1 to 2: both by +x of node 1.
class GatesTest : public test::PathOfThree {
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
