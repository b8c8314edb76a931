#include <algorithm>

#include "schedules/tests/failed_networks.h"
#include "testbench/tests/levels/any_case.h"
#include "testbench/tests/models/any_links.h"
#include "testbench/tests/models/any_run.h"

namespace torusim::test {
namespace {

bool may_be_adaptive(const Hardware& hardware) {
  const Topology& topology = hardware.topology;
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (topology.jumps(d)) return false;
  }
  const int least_lanes = hardware.escape_lanes() + 1;
  return !topology.twisted() && topology.failures() == nullptr && !hardware.phase_gates &&
         hardware.classes * least_lanes <= Hardware::kMaxVcs;
}

/// Heads that choose their way, which circuits and rings of bubbles have not.
void draw_adaptive(Hardware& hardware) {
  hardware.adaptive = true;
  const int most = std::min(hardware.escape_lanes() + 3, Hardware::kMaxVcs / hardware.classes);
  hardware.lanes = *rc::gen::inRange(hardware.escape_lanes() + 1, most + 1);
  hardware.switching =
      *rc::gen::element(Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward);
}

/// Routers of several stages, and links that differ: half of them in delay alone, so worms stream.
void draw_times(Hardware& hardware) {
  if (one_in(6)) hardware.router_delay = *rc::gen::element(2, 2, 3, 4, 7, 16);
  if (one_in(4)) hardware.set_links(any_links(hardware.topology, 9, *rc::gen::element(1, 1, 4, 6)));
}

/// Tori and meshes of one to four dimensions.
Topology any_torus(bool traffic) {
  const int dimensions = *rc::gen::weightedElement<int>({{2, 1}, {4, 2}, {3, 3}, {1, 4}});
  const int large = *rc::gen::weightedElement<int>({{2, 5}, {1, 11}});
  int most = dimensions == 1 ? 40 : dimensions == 2 ? large : dimensions == 3 ? 5 : 4;
  if (traffic) most = dimensions == 1 ? 150 : dimensions == 2 ? 20 : 8 - dimensions;
  std::vector<Dimension> sides;
  for (int d = 0; d < dimensions; ++d) {
    sides.push_back(
        {*rc::gen::inRange(2, most), *rc::gen::weightedElement<Line>({{3, Line::kRing}, {1, Line::kArray}})});
  }
  return Topology(sides);
}

/// What the dense level has.
void draw_dense_hardware(Hardware& hardware, const Demands& demands) {
  constexpr int kMostSlots = 64;
  hardware.reserve = *rc::gen::oneOf(rc::gen::inRange(1, 9), rc::gen::inRange(1, kMostSlots + 1));
  hardware.link_delay = *rc::gen::weightedOneOf<int>({{2, rc::gen::just(1)}, {1, rc::gen::inRange(2, 20)}});
  hardware.arbitration = any_arbitration();
  if (acyclic(hardware.topology)) hardware.lanes = *rc::gen::inRange(1, 3);
  if (demands.longest > kMostSlots) return;
  hardware.switching =
      *rc::gen::element(Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward);
  // Buffers that would not hold the longest worm hold one and no more.
  if (hardware.buffers_whole_worms()) {
    hardware.reserve = std::max(hardware.reserve, static_cast<int>(demands.longest));
  }
}

}  // namespace

Topology any_topology(Shape shape, bool traffic) {
  const auto named = [](auto... names) { return Topology::parse(*rc::gen::element<std::string>(names...)); };
  switch (shape) {
    case Shape::kTwisted:
      return one_in(10) ? named("torus:3x3x6~", "torus:2x4~x+y2") : any_twisted(16);
    case Shape::kFailed:
      return any_shape(16);
    case Shape::kLarge:
      return named("ring:100", "torus:9x8", "torus:12x12", "mesh:5x40", "torus:5x5x6", "torus:4x4x8~");
    case Shape::kDense:
      return any_torus(traffic);
    case Shape::kDenseLarge:  // borders within words of routers and between them
      return named("ring:1100", "torus:33x32", "mesh:20x60", "torus:64x9", "torus:9x11x12", "mesh:4x4x70",
                   "torus:6x6x6x8");
    default:
      if (*rc::gen::arbitrary<bool>()) return any_product();
      return named("ring:2", "ring:5", "path:4", "torus:3x4", "torus:4x4", "mesh:3x3", "torus:4x3m",
                   "torus:4kx3", "torus:2x2x3", "hypercube:3", "torus:2x2x4", "torus:2x2x2x2");
  }
}

void draw_hardware(Hardware& hardware, const Demands& demands) {
  if (demands.dense) return draw_dense_hardware(hardware, demands);
  hardware.alpha = *rc::gen::inRange(1, std::min(hardware.network_ports(), 6) + 1);
  hardware.link_delay = *rc::gen::element(1, 1, 2, 3, 4);
  hardware.reserve = *rc::gen::oneOf(
      rc::gen::inRange(1, 9), rc::gen::inRange(1, 2 * Hardware::credit_round_trip(hardware.link_delay)),
      rc::gen::inRange(1, 25));
  hardware.shared = *rc::gen::oneOf(rc::gen::just(0), rc::gen::inRange(1, 12));
  hardware.arbitration = any_arbitration();
  hardware.switching = mostly_wormhole();
  const int most_lanes = Hardware::kMaxVcs / hardware.classes;
  if (!demands.two_lanes && one_in(4)) hardware.lanes = 1;
  if (!demands.two_lanes && one_in(6) && hardware.topology.failures() == nullptr) {
    hardware.switching = Switching::kBubble;
  } else if (!demands.fixed_routes && most_lanes > 2 && one_in(5) && may_be_adaptive(hardware)) {
    draw_adaptive(hardware);
  }
  hardware.lanes = std::min(hardware.lanes, most_lanes);
  if (hardware.buffers_whole_worms()) hardware.reserve += static_cast<int>(demands.longest);
  const int most_slots = std::min<int>(4, static_cast<int>(Hardware::kMaxSlots / demands.longest));
  if (hardware.bubbles() && most_slots < 2) hardware.switching = Switching::kWormhole;
  suit_bubble(hardware, *rc::gen::inRange(2, std::max(most_slots, 2) + 1), static_cast<int>(demands.longest));
  draw_times(hardware);
}

bool may_deadlock(const Hardware& hardware) {
  return hardware.lanes == 1 && !acyclic(hardware.topology) && !hardware.bubbles();
}

std::set<std::string> classes_of(const Hardware& hardware) {
  std::set<std::string> classes{to_text(hardware.switching), to_text(hardware.arbitration)};
  const auto add = [&](bool belongs, const char* name) {
    if (belongs) classes.insert(name);
  };
  const Topology& topology = hardware.topology;
  add(topology.twisted(), "twisted");
  add(topology.failures() != nullptr, "failed links");
  add(hardware.phase_gates, "gates");
  add(hardware.adaptive, "adaptive");
  add(hardware.uneven != nullptr, "uneven links");
  add(hardware.slow_links, "slow links");
  add(hardware.router_delay > 1, "pipelined");
  add(hardware.shared > 0, "shared slots");
  add(hardware.alpha > 1, "several ports");
  add(hardware.lanes == 1, "one lane");
  add(hardware.classes > 1, "classes");
  add(hardware.classes > 4, "more than 4 classes");
  add(hardware.classes > 16, "more than 16 classes");
  return classes;
}

}  // namespace torusim::test
