// Bubble flow control (docs/router.md): one lane never deadlocks on dimension-order routes, and rings take no
// more worms than they may.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "models/contract/reference_router.h"
#include "models/run/traffic_run.h"
#include "models/watch/network_monitor.h"
#include "models/watch/ring_population.h"
#include "schedules/tests/refusal.h"
#include "testbench/tests/models/any_run.h"

namespace torusim {
namespace {

// High load, small buffers, packets of different lengths: plain cut-through with one lane deadlocks in such
// runs, bubble flow control never does.
RC_GTEST_PROP(Bubble, NeverDeadlocks, ()) {
  TrafficOptions options;
  options.hardware.topology = Topology::parse(
      *rc::gen::element<std::string>("ring:3", "ring:4", "ring:8", "torus:2x4", "torus:4x4", "torus:3x5",
                                     "torus:4x2x3", "torus:4x4m", "torus:3x4k", "torus:2x2x4~"));
  options.pattern.name = *rc::gen::element<std::string>("uniform", "tornado", "hotspot", "neighbour");
  options.pattern.hotspot_share = 0.5;
  options.traffic.packet =
      PacketMix::parse(*rc::gen::element<std::string>("1", "4", "1:1,4:1", "1:3,2:1,7:1"));
  const int longest = options.traffic.packet.longest();
  options.hardware.switching = Switching::kBubble;
  test::suit_bubble(options.hardware, *rc::gen::inRange(2, 4), longest);
  options.hardware.link_delay = *rc::gen::inRange(1, 4);
  options.hardware.arbitration = test::any_arbitration();
  options.traffic.load = 0.95;
  options.traffic.warm_up = 0;
  options.traffic.window = 300;
  options.traffic.drain = 100'000;
  options.traffic.seed = *rc::gen::inRange(0, 1'000'000);
  const TrafficResult result = simulate_traffic(options);
  RC_ASSERT(result.verdict == TrafficVerdict::kSteady || result.verdict == TrafficVerdict::kDrifting ||
            result.verdict == TrafficVerdict::kSaturated);
}

TEST(Bubble, PlainCutThroughDeadlocksWhereItDoesNot) {
  TrafficOptions options;
  options.hardware.topology = Topology::parse("ring:8");
  options.hardware.lanes = 1;
  options.hardware.reserve = 10;
  options.traffic.packet = PacketMix::parse("5");
  options.traffic.load = 0.95;
  options.traffic.warm_up = 0;
  options.traffic.window = 2000;
  options.traffic.drain = 0;
  options.hardware.switching = Switching::kCutThrough;
  EXPECT_EQ(simulate_traffic(options).verdict, TrafficVerdict::kDeadlock);
  options.hardware.switching = Switching::kBubble;
  EXPECT_EQ(simulate_traffic(options).verdict, TrafficVerdict::kSaturated);
}

TEST(Bubble, WhatItCannotDoIsRefused) {
  StoredSchedule schedule = test::one_message(Topology::parse("ring:4"), 0, 1);
  RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
  Hardware& hardware = options.hardware;
  hardware.switching = Switching::kBubble;
  hardware.reserve = 9;
  const auto refusal = [&] {
    return test::refusal([&] { hardware.validate(), simulate(schedule, options); });
  };
  EXPECT_EQ(refusal(), "lanes = 2: must be 1 (--switching bubble has no dateline)");
  hardware.lanes = 1;
  hardware.shared = 3;
  EXPECT_EQ(refusal(),
            "shared = 3: must be 0 (flits; --switching bubble counts packet slots, which no lane shares)");
  hardware.shared = 0;
  hardware.packet_slots = 1;
  EXPECT_NE(refusal().find("packet slots = 1: must be 2 to 9"), std::string::npos) << refusal();
  hardware.packet_slots = 2;
  options.block_flits = 4;
  EXPECT_NE(
      refusal().find("a worm of 5 flits: --switching bubble has 2 packet slots of 4 flits in a buffer of 9"),
      std::string::npos)
      << refusal();
}

/// Takes the last packet slot of a ring with a worm that enters.
class Greedy : public ReferenceRouter {
 public:
  Greedy(const Hardware& hardware, NodeId node) : ReferenceRouter(as_cut_through(hardware), node) {}

 private:
  static Hardware as_cut_through(Hardware hardware) {
    hardware.switching = Switching::kCutThrough;
    return hardware;
  }
};

TEST(Bubble, TheMonitorFindsRoutersThatFillARing) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("ring:8"), 1, 1, 3);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.hardware.lanes = 1;
  options.hardware.switching = Switching::kBubble;
  options.hardware.reserve = 10;
  options.hardware.alpha = 2;
  options.block_flits = 4;
  for (NodeId node = 0; node < 8; ++node) options.rtl_nodes.push_back(node);
  options.foreign_router = [](const Hardware& hardware, NodeId node) {
    return std::make_unique<Greedy>(hardware, node);
  };
  NetworkMonitor monitor(options.hardware);
  options.observers = {&monitor};
  simulate(schedule, options);
  const std::string found = monitor.violation().value_or("");
  EXPECT_NE(found.find("head that may not go yet under bubble switching"), std::string::npos) << found;
}

TEST(Bubble, ARingOfAllItsPacketSlotsIsFull) {
  Hardware hardware;
  hardware.topology = Topology::parse("torus:3x3m");
  hardware.switching = Switching::kBubble;
  const ChannelTable table(hardware);
  RingPopulation rings(hardware, table);
  const NodeId b = hardware.topology.neighbor(0, 0), c = hardware.topology.neighbor(b, 0);
  const auto at = [&](NodeId node, int port) { return RingPopulation::Vc{table.id(node, port), 0}; };
  const int local = hardware.ports();
  for (const NodeId node : {0, b, c, 0, b}) EXPECT_TRUE(rings.head_goes(at(node, local), at(node, 0)));
  EXPECT_TRUE(rings.head_goes(at(0, 0), at(b, 0)));      // straight ahead in the ring
  EXPECT_TRUE(rings.head_goes(at(0, local), at(0, 1)));  // into the one the other way
  EXPECT_TRUE(rings.head_goes(at(b, 0), at(c, 2)));      // to a line
  EXPECT_TRUE(rings.head_goes(at(0, local), at(0, 0)));
  EXPECT_FALSE(rings.head_goes(at(0, 1), at(0, 0)));
}

}  // namespace
}  // namespace torusim
