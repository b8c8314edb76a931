// Bubble flow control (docs/router.md): all levels agree, the monitor finds nothing, one lane never deadlocks
// on dimension-order routes, and rings take no more worms than they may.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "models/contract/zero_load.h"
#include "models/run/traffic_run.h"
#include "models/watch/network_monitor.h"
#include "models/watch/ring_population.h"
#include "schedules/tests/refusal.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/models/reference_routers.h"
#include "testbench/tests/models/result_text.h"

namespace torusim {
namespace {

Topology any_topology() {
  const int dimensions = *rc::gen::inRange(1, 4);
  std::vector<Dimension> sides;
  for (int d = 0; d < dimensions; ++d) {
    sides.push_back(
        {*rc::gen::inRange(2, dimensions == 1 ? 10 : 6 - dimensions),
         *rc::gen::element(Line::kRing, Line::kRing, Line::kRing, Line::kArray, Line::kComplete)});
  }
  return *rc::gen::inRange(0, 8) == 0 ? Topology::parse("torus:2x2x4~") : Topology(sides);
}

/// A random exchange whose messages have from 1 to `most` flits.
StoredSchedule any_lengths(const Topology& topology, int classes, int block_flits, int most) {
  StoredSchedule schedule =
      test::random_exchange(topology, *rc::gen::inRange(1, 4), classes, *rc::gen::arbitrary<unsigned>());
  ScheduleInfo info = schedule.info();
  info.collective.kind = Collective::Kind::kMessages;
  std::vector<Phase> phases = schedule.phases();
  for (Phase& phase : phases) {
    for (Transfer& transfer : phase.transfers) {
      transfer.blocks = BlockSet(topology.dimensions());
      transfer.unnamed = *rc::gen::inRange(0, (most - 1) / std::max(block_flits, 1) + 1);
    }
  }
  return StoredSchedule(info, std::move(phases));
}

RunOptions any_options(StoredSchedule& schedule, int longest, int block_flits) {
  RunOptions options = test::options_for(schedule, test::any_sync_or_gates());
  Hardware& hardware = options.hardware;
  hardware.switching = Switching::kBubble;
  hardware.alpha = *rc::gen::inRange(1, hardware.network_ports() + 1);
  test::suit_bubble(hardware, *rc::gen::inRange(2, 5), longest);
  hardware.link_delay = *rc::gen::inRange(1, 5);
  hardware.arbitration = test::any_arbitration();
  options.block_flits = block_flits;
  options.startup = *rc::gen::inRange(0, 12);
  options.barrier = *rc::gen::inRange(0, 12);
  return options;
}

void expect_same(const RunResult& result, const RunResult& reference) {
  RC_ASSERT(test::result_text(result) == test::result_text(reference));
}

RC_GTEST_PROP(Bubble, AllLevelsAgree, ()) {
  if (*rc::gen::inRange(0, 2) > 0) return;  // it takes longer than others
  const Topology topology = any_topology();
  const int longest = *rc::gen::inRange(1, 10), block = *rc::gen::inRange(1, 4);
  StoredSchedule schedule = any_lengths(topology, *rc::gen::inRange(1, 4), block, longest);
  RunOptions options = any_options(schedule, longest, block);
  const RunResult fast = simulate(schedule, options);
  RC_ASSERT(fast.verdict == Verdict::kVerified);
  NetworkMonitor monitor(options.hardware);
  options.observers = {&monitor};
  expect_same(simulate(schedule, options), fast);
  RC_ASSERT(monitor.violation().value_or("") == "");
  if (*rc::gen::inRange(0, 5) > 0) return;  // they take longer
  options.observers = {};
  options.threads = 3;
  expect_same(simulate(schedule, options), fast);
  options.threads = 1;
  test::place_reference_routers(options, [](NodeId) { return true; });
  expect_same(simulate(schedule, options), fast);
  options.rtl_nodes.clear();
  options.level = Level::kPins;
  expect_same(simulate(schedule, options), fast);
}

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

TEST(Bubble, AloneAMessageTakesTheClosedFormOfCutThrough) {
  for (const Level level : {Level::kFast, Level::kPins}) {
    for (const int payload : {0, 2, 13}) {
      StoredSchedule schedule = test::one_message(Topology::parse("ring:9"), 7, 2);
      RunOptions options = test::options_for(schedule, Synchronisation::kBarrier);
      options.level = level;
      options.hardware.lanes = 1;
      options.hardware.switching = Switching::kBubble;
      options.hardware.link_delay = 3;
      options.hardware.reserve = 2 * (1 + payload);
      options.block_flits = payload;
      const RunResult result = simulate(schedule, options);
      EXPECT_EQ(result.phases[0].end, zero_load_latency(options.hardware, 0, 4, 1 + payload)) << payload;
    }
  }
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
