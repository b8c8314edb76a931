// Open-loop runs: right accounts, and verdicts that can be trusted.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "schedules/core/error.h"
#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

TEST(OpenLoop, ASteadyRunAcceptsWhatIsOffered) {
  TrafficOptions options = test::traffic_on("torus:8x8", "uniform", 0.2);
  options.traffic.window = 20'000;
  const TrafficResult result = simulate_traffic(options);
  EXPECT_EQ(result.verdict, TrafficVerdict::kSteady);
  EXPECT_TRUE(result.findings.empty());
  EXPECT_NEAR(result.offered, 0.2, 0.005);
  EXPECT_NEAR(result.accepted, result.offered, 0.002);
  EXPECT_NEAR(result.measured, 0.2 * 64 * 20'000 / 8, 1000);
  EXPECT_NEAR(result.mean_hops, 4 * 64.0 / 63, 0.05);
  EXPECT_GT(result.latency.mean, result.zero_load_latency);
  EXPECT_LT(result.latency.mean, 2 * result.zero_load_latency);
  EXPECT_LT(result.network_latency.mean, result.latency.mean);
  EXPECT_GT(result.latency.half_width.value(), 0);
  EXPECT_LT(result.latency.half_width.value(), 0.05 * result.latency.mean);
}

TEST(OpenLoop, AnInterruptedRunGivesTheRatesOfWhatItHasSimulated) {
  TrafficOptions options = test::traffic_on("torus:8x8", "uniform", 0.2);
  options.traffic.window = 1'000'000'000;
  Cycle interrupted = 0;
  options.progress = [&](std::int64_t, std::int64_t, Cycle now) {
    interrupted = now;
    return now < 20'000;
  };
  const TrafficResult result = simulate_traffic(options);
  EXPECT_EQ(result.verdict, TrafficVerdict::kInterrupted);
  EXPECT_NEAR(result.offered, 0.2, 0.005);
  EXPECT_NEAR(result.accepted, result.offered, 0.005);
  EXPECT_FALSE(result.latency.half_width.has_value());
  ASSERT_EQ(result.findings.size(), 1u);
  const Cycle measured = interrupted + 1 - options.traffic.warm_up;
  EXPECT_TRUE(result.findings[0].starts_with(fmt::format("after {} of the 1000000000 cycles", measured)));

  // A run whose window ends there has been offered as much.
  options.progress = nullptr;
  options.traffic.window = measured;
  EXPECT_DOUBLE_EQ(simulate_traffic(options).offered, result.offered);
}

TEST(OpenLoop, ARunThatIsInterruptedBeforeItsWindowHasNoRates) {
  TrafficOptions options = test::traffic_on("torus:8x8", "uniform", 0.2);
  options.traffic.warm_up = 100'000;
  options.progress = [](std::int64_t, std::int64_t, Cycle) { return false; };
  const TrafficResult result = simulate_traffic(options);
  EXPECT_EQ(result.verdict, TrafficVerdict::kInterrupted);
  EXPECT_EQ(result.offered, 0);
  EXPECT_EQ(result.accepted, 0);
}

TEST(OpenLoop, TheIntervalsOfManySeedsAgree) {
  // The truth is taken from all of them together; of 40 intervals of 95 % few may miss it.
  std::vector<LatencySummary> runs;
  double sum = 0;
  for (int seed = 0; seed < 40; ++seed) {
    TrafficOptions options = test::traffic_on("torus:4x4", "uniform", 0.3);
    options.traffic.window = 10'000;
    options.traffic.seed = seed;
    runs.push_back(simulate_traffic(options).latency);
    sum += runs.back().mean;
  }
  int missed = 0;
  for (const LatencySummary& run : runs)
    missed += std::abs(run.mean - sum / 40) > run.half_width.value() ? 1 : 0;
  EXPECT_LE(missed, 6);
}

TEST(OpenLoop, WhatIsBeyondTheNetworkIsSaturated) {
  TrafficOptions options = test::traffic_on("torus:8x8", "uniform", 0.9);
  const TrafficResult result = simulate_traffic(options);
  EXPECT_EQ(result.verdict, TrafficVerdict::kSaturated);
  EXPECT_NEAR(result.offered, 0.9, 0.02);  // although most of it was never drawn in the run
  EXPECT_LT(result.accepted, 0.6);
  EXPECT_GT(result.accepted, 0.3);
  ASSERT_FALSE(result.findings.empty());
  EXPECT_EQ(result.findings[0].substr(0, 9), "accepted ");
}

TEST(OpenLoop, AHotNodeSaturatesAtItsEjectionChannel) {
  // All send to one node: it takes one flit a cycle, whatever the network could carry.
  TrafficOptions options = test::traffic_on("torus:4x4", "hotspot", 0.5);
  options.pattern.hotspot_share = 1;
  const TrafficResult result = simulate_traffic(options);
  EXPECT_EQ(result.verdict, TrafficVerdict::kSaturated);
  EXPECT_NEAR(result.accepted * 16, 1.0, 0.02);
}

TEST(OpenLoop, MoreChannelsOfANodeCarryMore) {
  // Everyone sends to node 0 of a 3x3 torus; with two ejection channels it takes more than one.
  TrafficOptions options = test::traffic_on("torus:3x3", "hotspot", 0.6);
  options.pattern.hotspot_share = 1;
  EXPECT_LT(simulate_traffic(options).accepted * 9, 1.02);
  options.hardware.alpha = 2;
  EXPECT_GT(simulate_traffic(options).accepted * 9, 1.3);
}

/// Flits on network channels, by lane.
class LaneUse : public Observer {
 public:
  explicit LaneUse(const Hardware& hardware) : hardware_(hardware) {}
  void moved(Cycle, std::span<const FlitMove> moves) override {
    for (const FlitMove& move : moves) {
      if (move.port < hardware_.network_ports()) flits_[hardware_.vc_lane(move.vc)] += 1;
    }
  }
  double share_of_lane_one() const { return flits_[1] / (flits_[0] + flits_[1]); }

 private:
  const Hardware& hardware_;
  double flits_[2] = {0, 0};
};

TEST(OpenLoop, LaneOneCarriesWhatHasPassedADateline) {
  // Over all sources of a ring a worm of d hops crosses the dateline in d cases of k, then with 1..d hops on
  // lane 1 alike: sum of d (d + 1) / 2k over the sum of d, half a ring counting half in each direction.
  for (const auto& [shape, share] : {std::pair{"torus:8x8", 0.234375}, {"torus:16x16", 0.19921875}}) {
    TrafficOptions options = test::traffic_on(shape, "uniform", 0.1);
    options.traffic.window = 20'000;
    LaneUse lanes(options.hardware);
    options.observers = {&lanes};
    EXPECT_EQ(simulate_traffic(options).verdict, TrafficVerdict::kSteady);
    EXPECT_NEAR(lanes.share_of_lane_one(), share, 0.006) << shape;
  }
}

TEST(OpenLoop, ADeadlockIsFoundAndExplained) {
  TrafficOptions options = test::traffic_on("ring:9", "uniform", 0.9);
  options.hardware.lanes = 1;
  options.hardware.reserve = 1;
  for (const Level level : {Level::kFast, Level::kPins}) {
    options.level = level;
    const TrafficResult result = simulate_traffic(options);
    EXPECT_EQ(result.verdict, TrafficVerdict::kDeadlock);
    ASSERT_FALSE(result.findings.empty());
    EXPECT_EQ(result.findings.back().find("cycle of channels: "), 0u) << result.findings.back();
  }
}

TEST(OpenLoop, RefusesLoadsThatCannotBeOffered) {
  TrafficOptions options = test::traffic_on("torus:4x4", "uniform", 1.5);
  EXPECT_THROW(simulate_traffic(options), UsageError);
  options.traffic.load = 0;
  EXPECT_THROW(simulate_traffic(options), UsageError);
  options.traffic.load = 0.6;
  options.traffic.injection = ArrivalKind::parse("bursty:9:0.5");
  EXPECT_THROW(simulate_traffic(options), UsageError);
  options.traffic.load = 0.45;
  EXPECT_NO_THROW(simulate_traffic(options));
}

/// Counts packets by class and ejection channel.
class Shares : public Observer {
 public:
  bool wants_moves() const override { return false; }
  void started(Cycle, const Worm& worm) override { ++of[worm.message_class][worm.ejection_channel]; }

  std::map<int, std::map<int, int>> of;
};

TEST(OpenLoop, ClassesAndEjectionChannelsAreDrawnEquallyAndApart) {
  TrafficOptions options = test::traffic_on("torus:4x4", "uniform", 0.5);
  options.hardware.classes = 3;
  options.hardware.alpha = 2;
  Shares shares;
  options.observers = {&shares};
  const TrafficResult result = simulate_traffic(options);
  ASSERT_EQ(shares.of.size(), 3);
  for (const auto& [its_class, channels] : shares.of) {
    ASSERT_EQ(channels.size(), 2) << its_class;
    for (const auto& [channel, packets] : channels) {
      EXPECT_NEAR(6.0 * packets / static_cast<double>(result.packets), 1, 0.15)
          << its_class << " " << channel;
    }
  }
  EXPECT_EQ(result.ejection_hash, 0x055d167e0bd72f2cu) << "a seed gives other packets than it gave";
}

}  // namespace
}  // namespace torusim
