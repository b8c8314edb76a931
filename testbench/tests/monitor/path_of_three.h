#pragma once

#include <gtest/gtest.h>

#include <initializer_list>

#include "models/watch/network_monitor.h"
#include "testbench/tests/monitor/move_sequence.h"

namespace torusim::test {

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

}  // namespace torusim::test
