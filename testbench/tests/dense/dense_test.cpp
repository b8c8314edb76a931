// The dense level is a third implementation of the contract: it must give what the fast level gives, to the
// last bit.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>
#include <typeindex>
#include <typeinfo>

#include "models/dense/network.h"
#include "models/run/level_choice.h"
#include "schedules/core/error.h"
#include "testbench/tests/dense/whole_worms.h"
#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

auto numbers(const LatencySummary& latency) {
  return std::tuple(latency.mean, latency.half_width, latency.p50, latency.p99, latency.max);
}

/// All that is reported.
auto numbers(const TrafficResult& r) {
  return std::tuple(to_text(r.verdict), r.findings, r.offered, r.accepted, r.measured, numbers(r.latency),
                    numbers(r.network_latency), r.mean_hops, r.packets, r.flit_hops, r.cycles,
                    r.ejection_hash);
}

TrafficResult at_level(TrafficOptions options, Level level) {
  options.level = level;
  return simulate_traffic(options);
}

/// The hash of a run in words of 64 bits, whatever the machine.
std::uint64_t narrow_hash(const TrafficOptions& options) {
  const Pattern pattern(options.pattern, options.hardware.topology);
  WormTable worms;
  OpenLoopTraffic traffic(options.hardware, pattern, options.traffic, worms, options.observers);
  Scoreboard scoreboard(options.hardware.topology);
  const auto network = dense::make_network(options.hardware, options.traffic.packet.longest(), traffic, worms,
                                           scoreboard, nullptr, 1, false);
  for (Cycle now = 0; !traffic.done();) now = network->step(now);
  EXPECT_EQ(scoreboard.failure(), "");
  return scoreboard.hash();
}

TEST(Dense, EqualsTheFastLevelFromLowLoadsToFullLoad) {
  for (const char* shape : {"torus:4x4", "torus:8x8", "torus:16x16", "torus:12x5", "mesh:9x8", "ring:70",
                            "torus:4x4x4", "torus:3x4x2x3", "torus:7x6m"}) {
    for (const double load : {0.02, 0.2, 0.9}) {
      TrafficOptions options = test::traffic_on(shape, "uniform", load);
      options.traffic.packet = PacketMix::parse("1,5,8");
      const TrafficResult fast = at_level(options, Level::kFast);
      EXPECT_GT(fast.packets, 0);
      EXPECT_EQ(numbers(fast), numbers(at_level(options, Level::kDense))) << shape << " " << load;
      EXPECT_EQ(fast.ejection_hash, narrow_hash(options)) << shape << " " << load;
    }
  }
}

// Buffers that hold one packet and no more, and larger ones; of the latter planes are more, too.
TEST(Dense, EqualsTheFastLevelWhereHeadsWaitForWholeWorms) {
  for (const char* shape : {"torus:8x8", "torus:16x16", "ring:70", "torus:4x4x4", "torus:3x4x2x3"}) {
    for (const auto& [packet, reserve] : {std::pair("1,5,8", 8), {"4", 4}, {"2,5", 7}, {"3,8", 11}}) {
      std::set<std::uint64_t> hashes;
      for (const Switching switching :
           {Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward}) {
        TrafficOptions options = test::traffic_on(shape, "uniform", 0.6);
        options.hardware.switching = switching;
        options.hardware.reserve = reserve;
        options.traffic.packet = PacketMix::parse(packet);
        const TrafficResult fast = at_level(options, Level::kFast);
        EXPECT_EQ(numbers(fast), numbers(at_level(options, Level::kDense)))
            << shape << " " << packet << " " << to_text(switching);
        EXPECT_EQ(fast.ejection_hash, narrow_hash(options))
            << shape << " " << packet << " " << to_text(switching);
        hashes.insert(fast.ejection_hash);
      }
      EXPECT_EQ(hashes.size(), 3u) << shape << " " << packet;
    }
  }
}

// Urgent worms preempt others at inputs and outputs, between any two flits.
TEST(Dense, EqualsTheFastLevelWithClasses) {
  for (const char* shape : {"torus:8x8", "torus:16x16", "ring:70", "torus:4x4x4", "torus:3x4x2x3"}) {
    std::set<std::uint64_t> hashes;
    for (const int classes : {1, 2, 3, 4}) {
      for (const Switching switching :
           {Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward}) {
        TrafficOptions options = test::traffic_on(shape, "uniform", 0.8);
        options.hardware.classes = classes;
        options.hardware.switching = switching;
        options.hardware.reserve = 8;
        options.traffic.packet = PacketMix::parse("1,5,8");
        options.traffic.warm_up = 100;
        options.traffic.window = 400;
        const TrafficResult fast = at_level(options, Level::kFast);
        EXPECT_EQ(numbers(fast), numbers(at_level(options, Level::kDense)))
            << shape << " " << classes << " " << to_text(switching);
        EXPECT_EQ(fast.ejection_hash, narrow_hash(options))
            << shape << " " << classes << " " << to_text(switching);
        hashes.insert(fast.ejection_hash);
      }
    }
    EXPECT_EQ(hashes.size(), 12u) << shape;
  }
}

TEST(Dense, AnInterruptedRunIsTheSame) {
  TrafficOptions options = test::traffic_on("torus:8x8", "uniform", 0.3);
  for (const Cycle end : {300, 1700, 2600}) {
    options.hardware.classes = end == 1700 ? 3 : 1;
    options.progress = [end](std::int64_t, std::int64_t, Cycle now) { return now < end; };
    options.traffic.window = 100'000;
    const TrafficResult fast = at_level(options, Level::kFast);
    EXPECT_EQ(fast.verdict, TrafficVerdict::kInterrupted);
    EXPECT_EQ(numbers(fast), numbers(at_level(options, Level::kDense))) << end;
  }
}

/// Router-cycles of runs that take the level pins, which takes a microsecond or two for each, a moment.
constexpr std::int64_t kMostForPins = 40'000;

RC_GTEST_PROP(DenseProperty, EqualsTheFastLevel, ()) {
  const int dimensions = *rc::gen::weightedElement<int>({{2, 1}, {4, 2}, {3, 3}, {1, 4}});
  std::vector<Dimension> sides;
  for (int d = 0; d < dimensions; ++d) {
    const int most = dimensions == 1 ? 150 : dimensions == 2 ? 20 : 8 - dimensions;
    sides.push_back(
        {*rc::gen::inRange(2, most), *rc::gen::weightedElement<Line>({{3, Line::kRing}, {1, Line::kArray}})});
  }
  TrafficOptions options = test::traffic_on("ring:2");
  options.hardware.topology = Topology(sides);
  const NodeId nodes = options.hardware.topology.nodes();
  options.pattern.name =
      *rc::gen::element<std::string>("uniform", "uniform", "hotspot", "neighbour", "tornado");
  options.pattern.hotspot = *rc::gen::inRange(0, nodes);
  options.hardware.reserve = *rc::gen::oneOf(rc::gen::inRange(1, 9), rc::gen::inRange(1, 65));
  options.hardware.link_delay =
      *rc::gen::weightedOneOf<int>({{2, rc::gen::just(1)}, {1, rc::gen::inRange(2, 9)}});
  const bool any_ring = std::ranges::any_of(sides, [](const Dimension& d) { return d.line == Line::kRing; });
  options.hardware.lanes = any_ring ? 2 : *rc::gen::inRange(1, 3);
  options.hardware.arbitration = *rc::gen::weightedElement<Arbitration>(
      {{2, Arbitration::kRoundRobin}, {1, Arbitration::kTransitFirst}});
  options.traffic.packet = PacketMix::parse(
      *rc::gen::element<std::string>("8", "1", "1,8", "3,5,7", "1,2,3,8", "2:0.7,30:0.3", "64", "1,300"));
  options.hardware.classes = *test::dense_classes();
  test::draw_dense_switching(options.hardware, options.traffic.packet.longest());
  options.traffic.injection =
      ArrivalKind::parse(*rc::gen::element<std::string>("bernoulli", "bursty:20", "bursty:64:0.5"));
  const double highest =
      std::min(1.0, options.traffic.injection.highest_load(options.traffic.packet.mean_flits()));
  options.traffic.load = highest * (*rc::gen::inRange(1, 101)) / 100;
  if (*rc::gen::arbitrary<bool>()) options.traffic.load /= 20;
  options.traffic.startup =
      *rc::gen::weightedOneOf<Cycle>({{3, rc::gen::just(Cycle{0})}, {1, rc::gen::inRange<Cycle>(1, 30)}});
  options.traffic.warm_up = *rc::gen::inRange(0, 300);
  options.traffic.window = *rc::gen::inRange(30, 600);
  options.traffic.drain = *rc::gen::inRange(0, 600);
  options.traffic.seed = *rc::gen::arbitrary<std::uint64_t>();
  try {
    Pattern(options.pattern, options.hardware.topology);
  } catch (const InputError&) {
    RC_DISCARD();  // no node would send anything
  }
  const TrafficResult fast = at_level(options, Level::kFast), dense = at_level(options, Level::kDense);
  RC_ASSERT(fast.verdict != TrafficVerdict::kDeadlock);
  RC_ASSERT(numbers(fast) == numbers(dense));
  RC_ASSERT(fast.ejection_hash == narrow_hash(options));
  const bool small = std::int64_t{nodes} * fast.cycles < kMostForPins;
  RC_CLASSIFY(small, "pins too");
  if (small) RC_ASSERT(numbers(fast) == numbers(at_level(options, Level::kPins)));
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
  EXPECT_EQ(numbers(simulate_traffic(monitored)), numbers(dense));

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
  EXPECT_EQ(numbers(simulate_traffic(observed)), numbers(dense));
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
  EXPECT_EQ(unsupported_reason([](TrafficOptions& o) { o.traffic.packet = PacketMix(1025); }),
            "packets of more than 1024 flits");
}

}  // namespace
}  // namespace torusim
