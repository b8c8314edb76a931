// Mean, confidence interval, percentiles and trend against numbers that are known.
#include "models/sources/latency_statistics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "models/sources/node_random.h"

namespace torusim {
namespace {

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
