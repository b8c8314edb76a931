// Open-loop traffic that is worked on part by part is that of one part, packet by packet.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "models/sources/open_loop.h"
#include "models/sources/packet_routes.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

/// A network without routers: a packet takes so long as it has flits, and ten cycles more.
class Pipe {
 public:
  Pipe(const PatternOptions& pattern, const OpenLoopOptions& options, std::vector<NodeId> firsts,
       const char* shape = "ring:64")
      : hardware_(hardware(shape)),
        pattern_(pattern, hardware_.topology),
        traffic(hardware_, pattern_, options, worms, no_observers_),
        firsts_(std::move(firsts)) {
    if (firsts_.size() > 1) traffic.divide(firsts_);
  }

  /// `stretch`: at most so many cycles part by part; then every part but the first is a cycle ahead.
  void run(Cycle cycles, Cycle stretch = 1) {
    for (Cycle now = 0; now < cycles && !traffic.done();) {
      const Cycle end = firsts_.size() > 1 ? traffic.in_parts_until(now, now + stretch) : now;
      EXPECT_LE(end, now + stretch);
      cycles_in_parts += end - now;
      if (end == now) {
        step(now++);
        continue;
      }
      // The last part first: their order is nobody's business.
      for (std::size_t part = firsts_.size(); --part > 0;) step(now, part);
      for (; now + 1 < end; ++now) {
        step(now, 0);
        for (std::size_t part = firsts_.size(); --part > 0;) step(now + 1, part);
      }
      step(now++, 0);
    }
  }

  /// (cycle, number, source, destination, made) of all packets that have come, once run() is over.
  std::vector<std::tuple<Cycle, std::uint32_t, NodeId, NodeId, Cycle>> begun;
  WormSlot most_places = 0;
  Cycle cycles_in_parts = 0;

 private:
  void step(Cycle now) {
    for (const auto& [slot, node] : to_take_[now]) receive(now, slot);
    std::vector<Injection> injections;
    traffic.advance(now, injections);
    inject(now, injections);
    for (const WormSlot slot : to_leave_[now]) traffic.sent(now, slot);
    for (std::size_t part = 0; part < firsts_.size(); ++part) traffic.do_leftovers(part);
  }

  void step(Cycle now, std::size_t part) {
    const auto of_part = [&](NodeId node) {
      return node >= firsts_[part] && (part + 1 == firsts_.size() || node < firsts_[part + 1]);
    };
    for (const auto& [slot, node] : to_take_[now]) {
      if (of_part(node)) receive(now, slot);
    }
    std::vector<Injection> injections;
    traffic.advance_part(now, part, injections);
    inject(now, injections);
    for (const WormSlot slot : to_leave_[now]) {
      if (of_part(worms[slot].source)) traffic.sent(now, slot);
    }
    traffic.do_leftovers(part);
  }

  void receive(Cycle now, WormSlot slot) {
    const Worm& worm = worms[slot];
    begun.emplace_back(worm.injected - 1, worm.number, worm.source, worm.destination, worm.made);
    traffic.received(now, slot);
  }

  void inject(Cycle now, const std::vector<Injection>& injections) {
    for (const Injection& injection : injections) {
      Worm& worm = worms[injection.worm];
      EXPECT_EQ(worm.source, injection.node);
      worm.injected = now + 1;
      to_leave_[now + worm.flits - 1].push_back(injection.worm);
      to_take_[now + worm.flits + 10].emplace_back(injection.worm, worm.destination);
    }
    most_places = std::max(most_places, worms.places());
  }

  static Hardware hardware(const char* shape) {
    Hardware hardware;
    hardware.topology = Topology::parse(shape);
    hardware.alpha = 2;
    return hardware;
  }

  const Hardware hardware_;
  const Pattern pattern_;
  const std::vector<Observer*> no_observers_;
  std::map<Cycle, std::vector<std::pair<WormSlot, NodeId>>> to_take_;  // and its destination
  std::map<Cycle, std::vector<WormSlot>> to_leave_;

 public:
  WormTable worms;
  OpenLoopTraffic traffic;

 private:
  const std::vector<NodeId> firsts_;
};

TEST(TrafficParts, MakeThePacketsOfOne) {
  for (const char* name : {"uniform", "hotspot", "neighbour"}) {
    for (const Cycle startup : {0, 7}) {
      PatternOptions pattern;
      pattern.name = name;
      pattern.hotspot = 60;
      pattern.hotspot_share = 1;
      OpenLoopOptions options;
      options.load = 0.4;
      options.startup = startup;
      options.warm_up = 300;
      options.window = 3000;
      for (const Cycle stretch : {1, 2, 32}) {
        Pipe one(pattern, options, {0}), parts(pattern, options, {0, 16, 48});
        one.run(20000);
        parts.run(20000, stretch);
        EXPECT_TRUE(parts.traffic.done());
        EXPECT_GT(one.begun.size(), 5000u);
        EXPECT_EQ(one.cycles_in_parts, 0);
        EXPECT_EQ(parts.cycles_in_parts, 3300);
        std::sort(one.begun.begin(), one.begun.end());
        std::sort(parts.begun.begin(), parts.begun.end());
        EXPECT_EQ(parts.begun, one.begun);
        EXPECT_EQ(parts.traffic.offered(), one.traffic.offered());
        EXPECT_EQ(parts.traffic.accepted(), one.traffic.accepted());
        EXPECT_EQ(parts.traffic.latency().mean(), one.traffic.latency().mean());
        EXPECT_EQ(parts.traffic.network_latency().percentile(0.99),
                  one.traffic.network_latency().percentile(0.99));
        EXPECT_TRUE(parts.traffic.complete());
        EXPECT_TRUE(parts.worms.all().empty());
        // Those whose packets all go to another part get their places back.
        EXPECT_LT(parts.most_places, one.most_places + 3 * 256 + 64 * 2 * ((stretch + 7) / 8));
      }
    }
  }
}

TEST(TrafficParts, ThousandsOfPacketsBeginAtOnce) {
  OpenLoopOptions options;
  options.load = 0.9;
  options.packet = PacketMix(1);
  options.warm_up = 0;
  options.window = 40;
  Pipe one({}, options, {0}, "ring:2000"), parts({}, options, {0, 1008}, "ring:2000");
  one.run(1000);
  parts.run(1000, 32);
  EXPECT_GT(one.begun.size(), 70000u);
  std::sort(one.begun.begin(), one.begun.end());
  std::sort(parts.begun.begin(), parts.begun.end());
  EXPECT_EQ(parts.begun, one.begun);
  EXPECT_TRUE(one.worms.all().empty());
  EXPECT_TRUE(parts.worms.all().empty());
}

TEST(TrafficParts, SleepUntilTheNextPacketIsMade) {
  OpenLoopOptions options;
  options.load = 1e-5;
  options.window = 200000;
  Pipe parts({}, options, {0, 32});
  std::vector<Injection> injections;
  const Cycle first = parts.traffic.next_timer();
  ASSERT_GT(first, 1);
  ASSERT_EQ(parts.traffic.in_parts_until(0, 1), 1);
  for (const std::size_t part : {0, 1}) {
    parts.traffic.advance_part(0, part, injections);
    parts.traffic.do_leftovers(part);
  }
  EXPECT_EQ(parts.traffic.next_timer(), first);
  ASSERT_EQ(parts.traffic.in_parts_until(first, first + 1), first + 1);  // cycle 1 was looked at in vain
  for (const std::size_t part : {0, 1}) parts.traffic.advance_part(first, part, injections);
  EXPECT_EQ(injections.size(), 1u);
}

/// What a packet may take: dimension order, or half a ring the other way round.
Route expected(const Topology& topology, NodeId from, NodeId to, std::uint32_t ties) {
  Route route;
  for (Run run : dimension_order_route(topology, from, to)) {
    const bool half = topology.wraps(run.dimension) && 2 * run.hops == topology.side(run.dimension);
    if (half && (ties >> run.dimension & 1) != 0) run.hops = static_cast<std::int16_t>(-run.hops);
    route.append(run);
  }
  return route;
}

TEST(PacketRoutes, AreInDimensionOrderAndTakeBothWaysRoundARing) {
  for (const char* shape : {"ring:2", "ring:9", "torus:4x5", "torus:4x6x2", "mesh:3x4", "torus:4x3mx5k",
                            "complete:6", "product:petersen,4,3m"}) {
    const Topology topology = Topology::parse(shape);
    const PacketRoutes routes(topology);
    for (NodeId from = 0; from < topology.nodes(); ++from) {
      for (NodeId to = 0; to < topology.nodes(); ++to) {
        for (const std::uint32_t ties : {0u, 1u, 2u, ~0u}) {
          Route route;
          routes.append(from, to, ties, route);
          ASSERT_EQ(route, expected(topology, from, to, ties)) << shape << " " << from << " " << to;
          ASSERT_EQ(routes.hops(from, to), route.hops(topology)) << shape << " " << from << " " << to;
        }
      }
    }
  }
}

TEST(PacketRoutes, RefuseRunsThatNoRouteNames) {
  EXPECT_NO_THROW(PacketRoutes(Topology::parse("ring:65535")));
  EXPECT_THROW(PacketRoutes(Topology::parse("ring:65536")), InputError);
}

}  // namespace
}  // namespace torusim
