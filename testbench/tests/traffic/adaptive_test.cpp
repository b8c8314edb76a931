// Minimal adaptive routing: no deadlock, and what it refuses.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "schedules/core/error.h"
#include "testbench/tests/models/any_run.h"
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

// Beyond saturation, where every buffer is full: what could stop would stop here.
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
  const TrafficResult result = simulate_traffic(options);
  RC_ASSERT(result.verdict == TrafficVerdict::kSteady || result.verdict == TrafficVerdict::kDrifting ||
            result.verdict == TrafficVerdict::kSaturated);
  RC_ASSERT(result.packets > 0);
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
