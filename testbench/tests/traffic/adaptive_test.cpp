// Minimal adaptive routing at every level: the same flits in the same cycles, shortest paths, no deadlock.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>

#include "models/watch/network_monitor.h"
#include "models/watch/span_statistics.h"
#include "schedules/check/escape_dependencies.h"
#include "schedules/core/error.h"
#include "testbench/tests/models/any_links.h"
#include "testbench/tests/models/any_run.h"
#include "testbench/tests/models/reference_routers.h"
#include "testbench/tests/models/result_text.h"
#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

/// A torus, a mesh or a mixture, with any buffers and lanes for heads that choose.
Hardware any_adaptive(int most_side) {
  std::vector<Dimension> sides;
  const int dimensions = *rc::gen::inRange(1, 4);
  for (int d = 0; d < dimensions; ++d) {
    sides.push_back({*rc::gen::inRange(2, dimensions == 1 ? 2 * most_side : most_side + 2 - dimensions),
                     *rc::gen::element(Line::kArray, Line::kRing, Line::kRing)});
  }
  Hardware hardware;
  hardware.topology = Topology(sides);
  hardware.adaptive = true;
  hardware.alpha = *rc::gen::inRange(1, hardware.network_ports() + 1);
  hardware.lanes = hardware.escape_lanes() + *rc::gen::inRange(1, 4);
  hardware.reserve = *rc::gen::inRange(1, 9);
  hardware.shared = *rc::gen::weightedOneOf<int>({{2, rc::gen::just(0)}, {1, rc::gen::inRange(1, 6)}});
  hardware.link_delay = *rc::gen::inRange(1, 4);
  hardware.switching =
      *rc::gen::element(Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward);
  hardware.arbitration = test::any_arbitration();
  return hardware;
}

/// Counts the channels between routers that each message takes.
class Hops : public Observer {
 public:
  explicit Hops(const Hardware& hardware) : hardware_(hardware) {}
  void moved(Cycle, std::span<const FlitMove> moves) override {
    for (const FlitMove& move : moves) {
      if (!move.head() || move.port >= hardware_.network_ports()) continue;
      ++hops_[move.worm->number];
      distances_[move.worm->number] = hardware_.topology.distance(move.worm->source, move.worm->destination);
    }
  }
  bool all_shortest() const { return hops_ == distances_; }

 private:
  const Hardware& hardware_;
  std::map<std::uint32_t, int> hops_, distances_;
};

std::vector<LinkStatistics> links_of(const NetworkStatistics& statistics, Cycle last) {
  std::vector<LinkStatistics> result;
  for (ChannelId c = 0; c < statistics.table().size(); ++c) result.push_back(statistics.link(c, last));
  return result;
}

RC_GTEST_PROP(Adaptive, LevelsAndThreadsAgree, ()) {
  const Hardware drawn = any_adaptive(4);
  const auto sync = test::any_sync();
  StoredSchedule schedule = test::any_exchange(drawn.topology, 3, 3);
  RunOptions options = test::options_for(schedule, sync);
  const int classes = options.hardware.classes;
  options.hardware = drawn;
  options.hardware.classes = classes;
  options.block_flits = *rc::gen::inRange(0, 20);
  if (drawn.buffers_whole_worms()) options.hardware.reserve += options.block_flits;
  options.startup = *rc::gen::inRange(0, 6);
  if (*rc::gen::inRange(0, 3) == 0) options.hardware.set_links(test::any_links(drawn.topology, 3, 3));

  const RunResult fast = simulate(schedule, options);
  RC_ASSERT(fast.verdict == Verdict::kVerified);
  RunOptions threaded = options;
  threaded.threads = *rc::gen::inRange(2, 4);
  RC_ASSERT(simulate(schedule, threaded).ejection_hash == fast.ejection_hash);

  SpanStatistics counted(options.hardware);
  RunOptions watched = options;
  watched.observers = {&counted};
  RC_ASSERT(simulate(schedule, watched).ejection_hash == fast.ejection_hash);

  NetworkMonitor monitor(options.hardware);
  Hops hops(options.hardware);
  RunOptions pins = options;
  pins.level = Level::kPins;
  pins.observers = {&monitor, &hops};
  const RunResult at_the_pins = simulate(schedule, pins);
  RC_ASSERT(test::result_text(at_the_pins) == test::result_text(fast));
  RC_ASSERT(monitor.violation().value_or("") == "");
  RC_ASSERT(monitor.quiet());
  RC_ASSERT(hops.all_shortest());
  RC_ASSERT(links_of(monitor, fast.cycles) == links_of(counted, fast.cycles));
}

// Beyond saturation, where every buffer is full: what could stop would stop here. The verdict before the run
// agrees.
RC_GTEST_PROP(Adaptive, FullLoadNeverStops, ()) {
  TrafficOptions options;
  options.hardware = any_adaptive(6);
  options.hardware.classes = *rc::gen::inRange(1, 3);
  options.pattern.name = *rc::gen::element<std::string>("uniform", "tornado", "neighbour", "hotspot");
  if (options.hardware.topology.nodes() == 1 << options.hardware.topology.dimensions()) {
    options.pattern.name = "uniform";  // sides of 2: nothing but that moves in all patterns
  }
  options.traffic.packet = PacketMix::parse(*rc::gen::element<std::string>("1", "2", "5", "8", "1,12", "30"));
  if (options.hardware.buffers_whole_worms()) {
    options.hardware.reserve += static_cast<int>(options.traffic.packet.longest());
  }
  options.traffic.load = *rc::gen::element(0.3, 0.9);
  options.traffic.seed = *rc::gen::arbitrary<unsigned>();
  options.traffic.warm_up = 0;
  options.traffic.window = 600;
  options.traffic.drain = 20000;
  options.monitor = *rc::gen::inRange(0, 4) == 0;
  RC_ASSERT(escape_cycle(options.hardware.topology, EscapeLane::kByDestination).empty());
  const TrafficResult result = simulate_traffic(options);
  RC_ASSERT(result.verdict == TrafficVerdict::kSteady || result.verdict == TrafficVerdict::kDrifting ||
            result.verdict == TrafficVerdict::kSaturated);
  RC_ASSERT(result.packets > 0);
}

// Routers of the third kind, all at once, at the pins.
TEST(Adaptive, TheReferenceRouterAgrees) {
  for (const Switching switching :
       {Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward}) {
    for (const char* shape : {"torus:4x4", "mesh:3x4", "torus:3x2x3m"}) {
      StoredSchedule schedule = test::random_exchange(Topology::parse(shape), 2, 2, 11);
      RunOptions options = test::options_for(schedule, Synchronisation::kNone);
      options.hardware.adaptive = true;
      options.hardware.lanes = options.hardware.escape_lanes() + 2;
      options.hardware.switching = switching;
      options.hardware.reserve = 7;
      options.hardware.shared = 2;
      options.block_flits = 6;
      const RunResult fast = simulate(schedule, options);
      options.level = Level::kPins;
      test::place_reference_routers(options, [](NodeId) { return true; });
      const RunResult reference = simulate(schedule, options);
      options.level = Level::kFast;
      EXPECT_THROW(simulate(schedule, options), InputError);
      EXPECT_EQ(fast.verdict, Verdict::kVerified) << shape;
      EXPECT_EQ(reference.verdict, Verdict::kVerified) << shape;
      EXPECT_EQ(test::result_text(fast), test::result_text(reference)) << shape;
    }
  }
}

TEST(Adaptive, TrafficIsTheSameAtTheLevels) {
  for (const auto& [shape, pattern] :
       {std::pair("torus:4x4", "tornado"), {"mesh:4x5", "hotspot"}, {"torus:3x4x2", "uniform"}}) {
    TrafficOptions options = test::traffic_on(shape, pattern, 0.5);
    options.hardware.adaptive = true;
    options.hardware.lanes = 4;
    test::expect_equal_levels(options);
  }
}

TEST(Adaptive, WhatDoesNotGoIsRefused) {
  const auto refused = [](const char* shape, auto change) {
    Hardware hardware;
    hardware.topology = Topology::parse(shape);
    hardware.adaptive = true;
    hardware.lanes = 4;
    change(hardware);
    EXPECT_THROW(hardware.validate(), InputError) << shape;
  };
  const auto nothing = [](Hardware&) {};
  refused("complete:5", nothing);
  refused("torus:4x4x8~", nothing);
  refused("product:petersen,4", nothing);
  refused("torus:4x4", [](Hardware& h) { h.lanes = 2; });
  refused("mesh:4x4", [](Hardware& h) { h.lanes = 1; });
  refused("torus:4x4", [](Hardware& h) { h.lanes = 9; });
  refused("torus:4x4", [](Hardware& h) { h.switching = Switching::kCircuit; });
  refused("torus:4x4", [](Hardware& h) { h.phase_gates = true; });
}

}  // namespace
}  // namespace torusim
