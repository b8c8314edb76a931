// The dense level for open-loop traffic: where it is chosen, what it refuses, and runs that are interrupted.
#include <gtest/gtest.h>

#include <typeindex>
#include <typeinfo>

#include "models/dense/network.h"
#include "models/run/level_choice.h"
#include "schedules/core/error.h"
#include "schedules/text/failure_text.h"
#include "testbench/tests/models/sources.h"
#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

TrafficResult at_level(TrafficOptions options, Level level) {
  options.level = level;
  return simulate_traffic(options);
}

TEST(Dense, AnInterruptedRunIsTheSame) {
  TrafficOptions options = test::traffic_on("torus:8x8", "uniform", 0.3);
  for (const Cycle end : {300, 1700, 2600}) {
    options.hardware.classes = end == 1700 ? 3 : 1;
    options.progress = [end](std::int64_t, std::int64_t, Cycle now) { return now < end; };
    options.traffic.window = 100'000;
    const TrafficResult fast = at_level(options, Level::kFast);
    EXPECT_EQ(fast.verdict, TrafficVerdict::kInterrupted);
    EXPECT_EQ(test::result_text(fast), test::result_text(at_level(options, Level::kDense))) << end;
  }
}

TEST(Dense, IsChosenWhereItFitsAndPays) {
  const auto chosen = [](const char* shape, double load, int packet, int classes = 1, int threads = 1) {
    TrafficOptions options = test::traffic_on(shape, "uniform", load);
    options.hardware.classes = classes;
    options.threads = threads;
    options.traffic.packet = PacketMix(packet);
    EXPECT_EQ(dense_unsupported_reason(options), "");
    return chosen_level(options);
  };
  // About 4 flit-hops a cycle for 256 routers; more where planes are more.
  EXPECT_EQ(chosen("torus:16x16", 0.001, 8), Level::kDense);
  EXPECT_EQ(chosen("torus:16x16", 0.0001, 8), Level::kFast);
  EXPECT_EQ(chosen("torus:32x32", 0.001, 8), Level::kDense);
  EXPECT_EQ(chosen("torus:32x32", 0.0005, 8), Level::kFast);
  EXPECT_EQ(chosen("torus:32x32", 0.001, 20), Level::kFast);
  EXPECT_EQ(chosen("torus:32x32", 0.002, 20), Level::kDense);
  EXPECT_EQ(chosen("torus:32x32", 0.002, 8, 4), Level::kFast);
  EXPECT_EQ(chosen("torus:32x32", 0.003, 8, 4), Level::kDense);
  EXPECT_EQ(chosen("torus:4x4x4x4", 0.002, 8), Level::kFast);
  EXPECT_EQ(chosen("torus:4x4x4x4", 0.006, 8), Level::kDense);
  EXPECT_EQ(chosen("torus:4x4", 0.2, 8), Level::kDense);
  // One thread of this level does the work of four, and 512 routers are one thread's.
  EXPECT_EQ(chosen("torus:16x16", 0.1, 8, 1, 4), Level::kDense);
  EXPECT_EQ(chosen("torus:16x16", 0.1, 8, 1, 5), Level::kFast);
  EXPECT_EQ(chosen("torus:32x32", 0.1, 8, 1, 8), Level::kDense);
  EXPECT_EQ(chosen("torus:32x32", 0.1, 8, 1, 9), Level::kFast);

  TrafficOptions options = test::traffic_on("torus:16x16", "uniform", 0.1);
  options.hardware.reserve = 8;
  for (const Switching whole : {Switching::kCutThrough, Switching::kStoreAndForward}) {
    options.hardware.switching = whole;
    EXPECT_EQ(chosen_level(options), Level::kDense);
  }
  options.hardware.classes = 4;
  EXPECT_EQ(chosen_level(options), Level::kDense);
  options.hardware.classes = 5;
  EXPECT_EQ(chosen_level(options), Level::kFast);
  options.level = Level::kPins;
  EXPECT_EQ(chosen_level(options), Level::kPins);
}

TEST(Dense, IsNotChosenForRunsThatAreWatched) {
  TrafficOptions options = test::traffic_on("torus:8x8", "uniform", 0.2);
  const TrafficResult dense = simulate_traffic(options);
  ASSERT_EQ(chosen_level(options), Level::kDense);

  TrafficOptions monitored = options;
  monitored.monitor = true;
  EXPECT_EQ(chosen_level(monitored), Level::kFast);
  EXPECT_EQ(dense_unsupported_reason(monitored), "monitored runs (--monitor)");
  EXPECT_EQ(test::result_text(simulate_traffic(monitored)), test::result_text(dense));

  struct : Observer {
    int packets = 0, flits = 0;
    void moved(Cycle, std::span<const FlitMove> moves) override { flits += static_cast<int>(moves.size()); }
    void delivered(Cycle, const Worm&) override { ++packets; }
  } observer;
  TrafficOptions observed = options;
  observed.observers = {&observer};
  EXPECT_EQ(chosen_level(observed), Level::kFast);
  EXPECT_EQ(dense_unsupported_reason(observed),
            "histories of flits (--explain, --report, --trace, --monitor)");
  EXPECT_EQ(test::result_text(simulate_traffic(observed)), test::result_text(dense));
  EXPECT_EQ(observer.packets, dense.packets);
  EXPECT_GT(observer.flits, dense.flit_hops);
  for (TrafficOptions* watched : {&monitored, &observed}) {
    watched->level = Level::kDense;
    EXPECT_THROW(simulate_traffic(*watched), UsageError);
  }
}

// The narrower counters are the faster ones.
TEST(Dense, SmallBuffersAndPacketsHaveNarrowCounters) {
  const auto form = [](int reserve, std::int64_t most_flits) {
    TrafficOptions options = test::traffic_on("torus:4x4");
    options.hardware.reserve = reserve;
    WormTable worms;
    const Pattern pattern({}, options.hardware.topology);
    OpenLoopTraffic traffic(options.hardware, pattern, options.traffic, worms, options.observers);
    Scoreboard scoreboard(options.hardware.topology);
    const auto network =
        dense::make_network(options.hardware, most_flits, traffic, worms, scoreboard, nullptr, 1, false);
    const NetworkModel& made = *network;
    return std::type_index(typeid(made));
  };
  EXPECT_EQ(form(8, 8), form(1, 1));
  EXPECT_NE(form(9, 8), form(8, 8));
  EXPECT_NE(form(8, 9), form(8, 8));
  EXPECT_EQ(form(64, 1024), form(9, 8));
}

TEST(Dense, SaysWhatItCannotSimulate) {
  const auto unsupported_reason = [](auto change) {
    TrafficOptions options = test::traffic_on("torus:8x8", "uniform", 0.1);
    change(options);
    options.level = Level::kDense;
    const std::string text = dense_unsupported_reason(options);
    EXPECT_THROW(simulate_traffic(options), UsageError) << text;
    return text;
  };
  const auto hardware = [&](auto change) {
    return unsupported_reason([&](TrafficOptions& o) { change(o.hardware); });
  };
  EXPECT_EQ(hardware([](Hardware& h) { h.alpha = 2; }), "several ports a node (--alpha)");
  EXPECT_EQ(hardware([](Hardware& h) { h.classes = 5; }), "more than 4 classes");
  EXPECT_EQ(hardware([](Hardware& h) { h.lanes = 1; }), "rings of one lane");
  EXPECT_EQ(hardware([](Hardware& h) { h.shared = 1; }), "shared buffers");
  EXPECT_EQ(hardware([](Hardware& h) { h.reserve = 65; }), "buffers of more than 64 flits");
  EXPECT_EQ(hardware([](Hardware& h) { h.switching = Switching::kCircuit; }), "switching circuit");
  EXPECT_EQ(hardware([](Hardware& h) { h.topology = Topology::parse("torus:4x4k"); }), "complete graphs");
  EXPECT_EQ(hardware([](Hardware& h) { h.topology = Topology::parse("torus:2x2x2x2x2"); }),
            "more than 4 dimensions");
  EXPECT_EQ(hardware([](Hardware& h) { h.topology = Topology::parse("torus:2x2x2x1100"); }),
            "runs of more than 511 hops");
  EXPECT_EQ(hardware([](Hardware& h) { h.topology = Topology::parse("torus:4x4x8~"); }), "twisted tori");
  EXPECT_EQ(hardware([](Hardware& h) {
              h.switching = Switching::kBubble;
              test::suit_bubble(h, 2, 8);
            }),
            "switching bubble");
  EXPECT_EQ(hardware([](Hardware& h) { h.router_delay = 2; }), "pipelined routers (--router-delay)");
  EXPECT_EQ(hardware([](Hardware& h) {
              h.set_links(UnevenLinks(h.topology, {1, 2}));
            }),
            "links that differ (--link-delay, --link-rate)");
  EXPECT_EQ(unsupported_reason([](TrafficOptions& o) { o.traffic.routing.lanes = LaneChoice::kBalanced; }),
            "lanes that routes name (--lane-choice)");
  EXPECT_EQ(unsupported_reason([](TrafficOptions& o) { o.traffic.packet = PacketMix(1025); }),
            "packets of more than 1024 flits");
  Hardware failed = test::traffic_on("torus:8x8").hardware;
  failed.topology = failed.topology.with_failures(parse_failures(failed.topology, "(0,0)+x", 0));
  EXPECT_EQ(dense::unsupported_reason(failed, 8), "failed links");
}

}  // namespace
}  // namespace torusim
