// An empty network: every packet takes exactly what docs/router.md says.
#include "models/contract/zero_load.h"

#include <gtest/gtest.h>

#include "models/run/make_network.h"
#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

/// Sends packets one after the other, each into an empty network, and holds their latency to the formula.
class OneByOne : public MessageSource {
 public:
  OneByOne(const Hardware& hardware, int flits, WormTable& worms)
      : hardware_(hardware), flits_(flits), worms_(worms) {}

  void received(Cycle now, WormSlot slot) override {
    const Worm& worm = worms_[slot];
    EXPECT_EQ(now - worm.started,
              zero_load_latency(hardware_, 0, worm.route.hops(hardware_.topology), flits_))
        << worm.source << " > " << worm.destination << " " << hardware_.topology.name();
    worms_.remove(slot);
    ++delivered_;
    // Time for the last credits to come home.
    ready_ = now + 2 * Hardware::credit_round_trip(hardware_.link_delay);
  }
  void sent(Cycle, WormSlot) override {}
  void advance(Cycle now, std::vector<Injection>& injections) override {
    if (now < ready_ || done()) return;
    const NodeId nodes = hardware_.topology.nodes();
    if (from_ == to_) ++to_;
    if (to_ == nodes) {
      ++from_;
      to_ = 0;
    }
    Worm worm;
    worm.number = static_cast<std::uint32_t>(delivered_);
    worm.flits = static_cast<std::uint32_t>(flits_);
    worm.source = from_;
    worm.destination = to_++;
    worm.route = dimension_order_route(hardware_.topology, worm.source, worm.destination);
    worm.started = now;
    injections.push_back({worm.source, 0, worms_.add(worm)});
    ready_ = kNever;
  }
  Cycle next_timer() const override { return ready_; }
  bool done() const override { return delivered_ == total(); }
  bool failed() const override { return false; }
  std::int64_t delivered() const override { return delivered_; }
  std::int64_t total() const override {
    const std::int64_t nodes = hardware_.topology.nodes();
    return nodes * (nodes - 1);
  }

 private:
  const Hardware& hardware_;
  const int flits_;
  WormTable& worms_;
  NodeId from_ = 0, to_ = 0;
  Cycle ready_ = 0;
  std::int64_t delivered_ = 0;
};

TEST(ZeroLoad, EveryPairTakesTheClosedForm) {
  struct Case {
    const char* shape;
    int link_delay, reserve, shared, flits;
    Level level;
  };
  for (const Case& c : {Case{"torus:8x8", 1, 8, 0, 8, Level::kFast},
                        {"torus:8x8", 1, 4, 0, 1, Level::kFast},
                        {"torus:5x6", 2, 1, 0, 8, Level::kFast},
                        {"torus:4x4x3", 3, 2, 3, 17, Level::kFast},
                        {"mesh:6x4", 1, 3, 0, 40, Level::kFast},
                        {"torus:5x4m", 4, 10, 0, 40, Level::kFast},
                        {"torus:8x8", 1, 8, 0, 8, Level::kDense},
                        {"torus:5x6", 2, 1, 0, 8, Level::kDense},
                        {"mesh:6x4", 1, 3, 0, 40, Level::kDense},
                        {"torus:4x3", 1, 8, 0, 8, Level::kPins},
                        {"ring:5", 2, 2, 1, 9, Level::kPins}}) {
    RunOptions options;
    options.hardware.topology = Topology::parse(c.shape);
    options.hardware.link_delay = c.link_delay;
    options.hardware.reserve = c.reserve;
    options.hardware.shared = c.shared;
    options.level = c.level;
    options.longest_worm = c.flits;
    WormTable worms;
    OneByOne source(options.hardware, c.flits, worms);
    Scoreboard scoreboard(options.hardware.topology);
    const RunEnd end = run_network(make_network, options, source, worms, scoreboard);
    EXPECT_EQ(end.verdict, Verdict::kVerified) << scoreboard.failure();
  }
}

TEST(ZeroLoad, VeryLowLoadsApproachTheMeanOfThePattern) {
  for (const char* pattern : {"uniform", "transpose", "bit-complement", "bit-reverse", "shuffle", "tornado",
                              "neighbour", "hotspot"}) {
    TrafficOptions options = test::traffic_on("torus:8x8", pattern, 0.0005);
    options.traffic.packet = PacketMix::parse("1,8");
    options.traffic.startup = 5;
    options.traffic.window = 1'000'000;
    const TrafficResult result = simulate_traffic(options);
    EXPECT_EQ(result.verdict, TrafficVerdict::kSteady);
    // Packets differ in length and distance, which the sample's interval covers, and a few do meet.
    EXPECT_NEAR(result.latency.mean, result.zero_load_latency, result.latency.half_width.value() * 1.7 + 0.1)
        << pattern;
  }
}

TEST(ZeroLoad, WithOneLengthAndOneDistanceThereIsNothingToAverage) {
  TrafficOptions options = test::traffic_on("torus:8x8", "neighbour", 0.00001);
  options.traffic.window = 2'000'000;
  const TrafficResult result = simulate_traffic(options);
  EXPECT_EQ(result.latency.p50, zero_load_latency(options.hardware, 0, 2, 8));
  EXPECT_DOUBLE_EQ(result.zero_load_latency, 4 + 2 * 2 + 7);
}

}  // namespace
}  // namespace torusim
