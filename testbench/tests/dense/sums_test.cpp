// The sums of channels, which the dense level counts in planes, are those of the fast level in every column.
#include "testbench/tests/dense/sums.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "models/contract/observer_hooks.h"
#include "models/dense/network.h"
#include "testbench/tests/dense/whole_worms.h"
#include "testbench/tests/models/sources.h"
#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

std::string difference_of_levels(const TrafficOptions& asked, bool expects_stalls = false) {
  SpanStatistics fast(asked.hardware), dense(asked.hardware);
  const auto run = [&](Level level, SpanStatistics& sums) {
    TrafficOptions options = asked;
    options.level = level;
    options.observers = {&sums};
    return simulate_traffic(options);
  };
  const TrafficResult a = run(Level::kFast, fast), b = run(Level::kDense, dense);
  if (a.ejection_hash != b.ejection_hash || a.cycles != b.cycles) return "another run";
  std::int64_t stalls = 0;
  for (ChannelId c = 0; c < fast.table().size(); ++c) {
    const LinkStatistics link = fast.link(c, a.cycles);
    stalls += (link.stalled_credit > 0) + (link.stalled_allocation > 0) + (link.stalled_arbitration > 0) +
              (link.stalled_preemption > 0);
  }
  if (expects_stalls && stalls < fast.table().size()) return "no stalls to speak of";
  return test::first_difference(fast, dense, a.cycles);
}

/// In words of 64 bits, whatever the machine.
std::string difference_of_widths(const TrafficOptions& asked) {
  SpanStatistics wide(asked.hardware), narrow(asked.hardware);
  const auto run = [&](SpanStatistics& sums, bool is_wide) {
    const Pattern pattern(asked.pattern, asked.hardware.topology);
    const std::vector<Observer*> observers = {&sums};
    WormTable worms;
    OpenLoopTraffic traffic(asked.hardware, pattern, asked.traffic, worms, observers);
    Scoreboard scoreboard(asked.hardware.topology);
    const auto network = dense::make_network(asked.hardware, asked.traffic.packet.longest(), traffic, worms,
                                             scoreboard, &sums, 1, is_wide);
    Cycle last = 0;
    for (Cycle now = 0; !traffic.done();) now = network->step(last = now);
    network->finish(last);
    return last;
  };
  return run(wide, true) == run(narrow, false) ? test::first_difference(wide, narrow, 0) : "another run";
}

TEST(DenseSums, AreThoseOfTheFastLevel) {
  for (const char* shape : {"torus:4x4", "torus:8x8", "torus:16x17", "mesh:9x8", "ring:70", "torus:4x4x5",
                            "torus:3x4x2x3", "torus:7x6m"}) {
    for (const double load : {0.02, 0.9}) {
      TrafficOptions options = test::traffic_on(shape, "uniform", load);
      options.traffic.packet = PacketMix::parse("1,5,8");
      EXPECT_EQ(difference_of_levels(options, load > 0.5), "") << shape << " " << load;
    }
  }
}

// A head that waits for room for its worm stalls, and one that waits for its own flits does not.
TEST(DenseSums, AreThoseOfTheFastLevelWhereHeadsWaitForWholeWorms) {
  for (const char* shape : {"torus:8x8", "torus:16x17", "torus:4x4x5"}) {
    for (const Switching whole : {Switching::kCutThrough, Switching::kStoreAndForward}) {
      TrafficOptions options = test::traffic_on(shape, "uniform", 0.9);
      options.hardware.switching = whole;
      options.hardware.reserve = 8;
      options.traffic.packet = PacketMix::parse("1,5,8");
      EXPECT_EQ(difference_of_levels(options, true), "") << shape << " " << to_text(whole);
    }
  }
}

// A flit that a more urgent one keeps from leaving, at its input or its output, is preempted.
TEST(DenseSums, AreThoseOfTheFastLevelWithClasses) {
  for (const char* shape : {"torus:8x8", "torus:16x17", "torus:4x4x5"}) {
    for (const int classes : {2, 4}) {
      for (const Switching switching :
           {Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward}) {
        TrafficOptions options = test::traffic_on(shape, "uniform", 0.9);
        options.hardware.classes = classes;
        options.hardware.switching = switching;
        options.hardware.reserve = 8;
        options.traffic.packet = PacketMix::parse("1,5,8");
        options.traffic.window = 500;
        EXPECT_EQ(difference_of_levels(options, true), "")
            << shape << " " << classes << " " << to_text(switching);
      }
    }
  }
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

RC_GTEST_PROP(DenseSumsProperty, EqualTheFastLevel, ()) {
  const std::string shape =
      *rc::gen::element<std::string>("torus:4x4", "torus:5x7", "torus:9x9", "mesh:3x5", "torus:3x6m",
                                     "ring:9", "path:5", "torus:3x3x4", "torus:2x3x2x3");
  TrafficOptions options = test::traffic_on(shape.c_str());
  Hardware& hardware = options.hardware;
  hardware.reserve = *rc::gen::oneOf(rc::gen::inRange(1, 9), rc::gen::inRange(1, 65));
  hardware.link_delay = *rc::gen::weightedOneOf<int>({{1, rc::gen::just(1)}, {1, rc::gen::inRange(2, 20)}});
  hardware.arbitration = *rc::gen::element(Arbitration::kRoundRobin, Arbitration::kTransitFirst);
  options.traffic.packet =
      PacketMix::parse(*rc::gen::element<std::string>("8", "1", "1,8", "2:0.7,30:0.3", "64"));
  hardware.classes = *test::dense_classes();
  test::draw_dense_switching(hardware, options.traffic.packet.longest());
  options.traffic.load = *rc::gen::element(0.005, 0.1, 0.4, 1.0);
  options.traffic.warm_up = 0;
  options.traffic.window = *rc::gen::inRange(30, 900);
  options.traffic.drain = *rc::gen::element(0, 400);
  options.traffic.seed = *rc::gen::arbitrary<std::uint64_t>();
  RC_ASSERT(difference_of_levels(options) == "");
  RC_ASSERT(difference_of_widths(options) == "");
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

RC_GTEST_PROP(DenseSumsProperty, OfSchedulesEqualTheFastLevel, ()) {
  const std::string shape = *rc::gen::element<std::string>("torus:4x4", "torus:5x7", "torus:9x9", "mesh:3x5",
                                                           "torus:3x6m", "torus:3x4x5", "torus:2x3x2x3");
  StoredSchedule schedule = test::random_exchange(Topology::parse(shape), *rc::gen::inRange(1, 5),
                                                  *test::dense_classes(), *rc::gen::arbitrary<unsigned>());
  if (*rc::gen::arbitrary<bool>()) std::ranges::for_each(schedule.phases(), test::take_last_dimension_first);
  RunOptions options = test::options_for(
      schedule,
      *rc::gen::element(Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kPriority));
  options.block_flits = *rc::gen::inRange(0, 12);
  options.hardware.reserve = *rc::gen::inRange(1, 12);
  options.hardware.link_delay = *rc::gen::inRange(1, 4);
  test::draw_dense_switching(options.hardware, 1 + options.block_flits);
  options.hardware.arbitration = *rc::gen::element(Arbitration::kRoundRobin, Arbitration::kTransitFirst);
  options.max_cycles = *rc::gen::inRange<Cycle>(0, 2000);
  RC_ASSERT(difference_of_levels(schedule, options) == "");
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
