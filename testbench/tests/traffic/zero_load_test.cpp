// A nearly empty network: packets take what docs/router.md says.
#include "models/contract/zero_load.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/sources/latency_statistics.h"
#include "models/sources/node_random.h"
#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

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

// Which sources a network serves that is offered more than it can take: docs/traffic.md on full load.

/// Counts what every source has got through in a window.
class SourceShares : public Observer {
 public:
  SourceShares(NodeId nodes, Cycle from, Cycle cycles) : flits_(nodes, 0), from_(from), cycles_(cycles) {}
  bool wants_moves() const override { return false; }
  void delivered(Cycle cycle, const Worm& worm) override {
    if (cycle >= from_ && cycle < from_ + cycles_) flits_[worm.source] += worm.flits;
  }

  /// Flits of the source, a cycle.
  double of(NodeId source) const { return double(flits_[source]) / double(cycles_); }

 private:
  std::vector<std::int64_t> flits_;
  const Cycle from_, cycles_;
};

TEST(SourceShares, OfTornadoOnARingAreFibonacciNumbers) {
  // 3 hops on a ring of 8. At every output the worms that enter and those that pass take turns, so a source
  // gets as much as the two behind it that still go on there. The chain ends at the wrap channel, where worms
  // change to a lane of their own: the three sources before it share its one flit a cycle.
  TrafficOptions options = test::traffic_on("torus:8", "tornado", 0.99);
  options.traffic.warm_up = 5000;
  options.traffic.window = 20000;
  SourceShares shares(8, options.traffic.warm_up, options.traffic.window);
  options.observers.push_back(&shares);
  simulate_traffic(options);
  const int fibonacci[] = {0, 1, 1, 2, 3, 5, 8, 13};
  for (NodeId source = 0; source < 8; ++source) {
    EXPECT_NEAR(shares.of(source), fibonacci[source] / 26.0, 0.003) << source;
  }
}

TEST(SourceShares, TransitFirstTakesMoreThanTurns) {
  TrafficOptions options = test::traffic_on("torus:16x16", "uniform", 0.99);
  options.traffic.warm_up = 5000;
  const double turns = simulate_traffic(options).accepted;
  options.hardware.arbitration = Arbitration::kTransitFirst;
  EXPECT_GT(simulate_traffic(options).accepted, 1.1 * turns);
}

// Mean, confidence interval, percentiles and trend against numbers that are known.

constexpr int kBatches = LatencyStatistics::kBatches;

TEST(LatencyStatistics, PercentilesAreExactOnBothSidesOfTheTable) {
  LatencyStatistics statistics;
  for (Cycle latency = 1; latency <= 100; ++latency) statistics.add(0, latency * 1000);
  EXPECT_EQ(statistics.percentile(0.01), 1000);
  EXPECT_EQ(statistics.percentile(0.5), 50'000);
  EXPECT_EQ(statistics.percentile(0.99), 99'000);
  EXPECT_EQ(statistics.max(), 100'000);
  EXPECT_DOUBLE_EQ(statistics.mean(), 50'500);
}

TEST(LatencyStatistics, TheIntervalIsTheTextbooksForEqualBatches) {
  LatencyStatistics statistics;
  for (int b = 0; b < kBatches; ++b) {
    for (int i = 0; i < 7; ++i) statistics.add(b, 100 + (b % 2 == 0 ? 10 : -10));
  }
  // Batch means are 90 and 110: standard deviation 10 sqrt(30/29).
  EXPECT_NEAR(statistics.half_width(), 2.045 * 10 * std::sqrt(30.0 / 29) / std::sqrt(30.0), 1e-9);
}

TEST(LatencyStatistics, TheIntervalHoldsTheTruthNineteenTimesOfTwenty) {
  int held = 0;
  constexpr int kTrials = 2000;
  const Geometric latency(0.02);
  for (int trial = 0; trial < kTrials; ++trial) {
    NodeRandom random(9, trial);
    LatencyStatistics statistics;
    for (int b = 0; b < kBatches; ++b) {
      for (auto n = 5 + random.below(20); n > 0; --n) statistics.add(b, latency.draw(random));
    }
    held += std::abs(statistics.mean() - 50) <= statistics.half_width() ? 1 : 0;
  }
  EXPECT_NEAR(held / double(kTrials), 0.945, 0.02);
}

TEST(LatencyStatistics, ATrendIsSeenAndNoiseIsNone) {
  LatencyStatistics rising;
  NodeRandom random(2, 2);
  for (int b = 0; b < kBatches; ++b) {
    for (int i = 0; i < 50; ++i) rising.add(b, 100 + 2 * b + random.below(10));
  }
  EXPECT_NEAR(rising.trend().rise, 2.0 * (kBatches - 1), 3);
  EXPECT_LT(rising.trend().half_width, 5);
  int seen = 0;
  for (int trial = 0; trial < 500; ++trial) {
    LatencyStatistics flat;
    NodeRandom noise(4, trial);
    for (int b = 0; b < kBatches; ++b) {
      for (int i = 0; i < 20; ++i) flat.add(b, noise.below(100));
    }
    seen += std::abs(flat.trend().rise) > flat.trend().half_width ? 1 : 0;
  }
  EXPECT_LT(seen, 50);  // 25 are expected of an interval of 95 %
}

}  // namespace
}  // namespace torusim
