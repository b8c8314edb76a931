// Open-loop traffic that is worked on part by part is that of one part, packet by packet.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "models/sources/open_loop.h"

namespace torusim {
namespace {

/// A network without routers: a packet takes so long as it has flits, and ten cycles more.
class Pipe {
 public:
  Pipe(const PatternOptions& pattern, const OpenLoopOptions& options, std::vector<NodeId> firsts,
       const char* shape = "ring:64")
      : hardware_(hardware(shape)),
        pattern_(pattern, hardware_.topology),
        traffic(hardware_, pattern_, options, worms, nobody_),
        firsts_(std::move(firsts)) {
    if (firsts_.size() > 1) traffic.divide(firsts_);
  }

  void run(Cycle cycles) {
    for (Cycle now = 0; now < cycles && !traffic.done(); ++now) step(now);
  }

  /// (cycle, number, source, destination, made) of all packets, as they begin.
  std::vector<std::tuple<Cycle, std::uint32_t, NodeId, NodeId, Cycle>> begun;
  WormSlot most_places = 0;
  int cycles_in_parts = 0;

 private:
  void step(Cycle now) {
    const bool in_parts = firsts_.size() > 1 && traffic.in_parts(now);
    cycles_in_parts += in_parts ? 1 : 0;
    std::vector<WormSlot> taken = std::move(to_take_[now]), leaving = std::move(to_leave_[now]);
    for (const WormSlot slot : taken) traffic.received(now, slot);
    std::vector<Injection> injections;
    if (in_parts) {
      // The last part first: their order is nobody's business.
      for (std::size_t part = firsts_.size(); part-- > 0;) traffic.advance_part(now, part, injections);
    } else {
      traffic.advance(now, injections);
    }
    for (const Injection& injection : injections) {
      Worm& worm = worms[injection.worm];
      EXPECT_EQ(worm.source, injection.node);
      begun.emplace_back(now, worm.number, worm.source, worm.destination, worm.made);
      worm.injected = now + 1;
      to_leave_[now + worm.flits].push_back(injection.worm);
      to_take_[now + worm.flits + 10].push_back(injection.worm);
    }
    for (const WormSlot slot : leaving) traffic.sent(now, slot);
    for (std::size_t part = 0; part < firsts_.size(); ++part) traffic.do_leftovers(part);
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
  const std::vector<Observer*> nobody_;
  std::map<Cycle, std::vector<WormSlot>> to_take_, to_leave_;

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
      Pipe one(pattern, options, {0}), parts(pattern, options, {0, 16, 48});
      one.run(20000);
      parts.run(20000);
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
      EXPECT_LT(parts.most_places, one.most_places + 3 * 256);
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
  parts.run(1000);
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
  ASSERT_TRUE(parts.traffic.in_parts(0));
  for (const std::size_t part : {0, 1}) {
    parts.traffic.advance_part(0, part, injections);
    parts.traffic.do_leftovers(part);
  }
  EXPECT_EQ(parts.traffic.next_timer(), first);
  ASSERT_TRUE(parts.traffic.in_parts(first));  // cycle 1 was looked at in vain
  for (const std::size_t part : {0, 1}) parts.traffic.advance_part(first, part, injections);
  EXPECT_EQ(injections.size(), 1u);
}

}  // namespace
}  // namespace torusim
