// The sums of channels, which the dense level counts in planes: those of long runs and of runs cut off.
#include "testbench/tests/dense/sums.h"

#include <gtest/gtest.h>

#include "models/contract/observer_hooks.h"
#include "testbench/tests/models/sources.h"
#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

std::string difference_of_levels(const TrafficOptions& asked) {
  SpanStatistics fast(asked.hardware), dense(asked.hardware);
  const auto run = [&](Level level, SpanStatistics& sums) {
    TrafficOptions options = asked;
    options.level = level;
    options.observers = {&sums};
    return simulate_traffic(options);
  };
  const TrafficResult a = run(Level::kFast, fast), b = run(Level::kDense, dense);
  if (a.ejection_hash != b.ejection_hash || a.cycles != b.cycles) return "another run";
  return test::first_difference(fast, dense, a.cycles);
}

// The counters of planes are emptied before they are full: more worms wait for the node that all send to than
// a counter of 16 planes holds.
TEST(DenseSums, OfALongRun) {
  TrafficOptions options = test::traffic_on("torus:8x8", "hotspot", 0.9);
  options.pattern.hotspot = 18;
  options.pattern.hotspot_share = 1;
  options.traffic.window = 20'000;
  EXPECT_EQ(difference_of_levels(options), "");
  options.hardware.classes = 4;
  EXPECT_EQ(difference_of_levels(options), "");
}

std::string difference_of_levels(Schedule& schedule, RunOptions options) {
  SpanStatistics fast(options.hardware), dense(options.hardware);
  const auto run = [&](Level level, SpanStatistics& sums) {
    options.level = level;
    options.observers = {&sums};
    return simulate(schedule, options).cycles;
  };
  const Cycle last = run(Level::kFast, fast);
  return run(Level::kDense, dense) == last ? test::first_difference(fast, dense, last) : "another run";
}

/// A run that is cut off in every cycle, those included in which no flit moves.
void check_runs_cut_off(Switching switching, int reserve, bool last_dimension_first, int classes = 1) {
  StoredSchedule schedule = test::random_exchange(Topology::parse("torus:3x4"), 2, classes, 5);
  if (last_dimension_first) std::ranges::for_each(schedule.phases(), test::take_last_dimension_first);
  RunOptions options = test::options_for(schedule, Synchronisation::kNone);
  options.block_flits = 4;
  options.hardware.switching = switching;
  options.hardware.reserve = reserve;
  options.hardware.link_delay = 9;
  for (options.max_cycles = 1; options.max_cycles < 160; ++options.max_cycles) {
    ASSERT_EQ(difference_of_levels(schedule, options), "") << options.max_cycles;
  }
}

TEST(DenseSums, OfRunsCutOffAnywhere) {
  check_runs_cut_off(Switching::kWormhole, 2, false);
  check_runs_cut_off(Switching::kWormhole, 2, true);
  check_runs_cut_off(Switching::kCutThrough, 5, false);
  check_runs_cut_off(Switching::kStoreAndForward, 5, true);
  check_runs_cut_off(Switching::kWormhole, 2, false, 3);
}

TEST(DenseSums, SufficeForObserversThatWantNoMore) {
  const Hardware hardware = test::traffic_on("torus:4x4").hardware;
  SpanStatistics sums(hardware), others(hardware);
  struct : Observer {
    bool wants_moves() const override { return false; }
  } of_messages;
  struct : Observer {
  } of_moves;
  EXPECT_TRUE(sums_suffice({}));
  EXPECT_TRUE(sums_suffice({&of_messages, &sums}));
  EXPECT_FALSE(sums_suffice({&sums, &of_moves}));
  EXPECT_FALSE(sums_suffice({&sums, &others}));
}

}  // namespace
}  // namespace torusim
