#pragma once
/// Random runs for properties. Every number is drawn from its least value to a bound, inclusive.

#include <rapidcheck.h>

#include "testbench/tests/models/sources.h"

namespace torusim::test {

inline Synchronisation any_sync() {
  return *rc::gen::element(Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kPriority);
}

inline Synchronisation any_sync_or_gates() {
  return *rc::gen::element(Synchronisation::kNone, Synchronisation::kBarrier, Synchronisation::kPriority,
                           Synchronisation::kSwitch);
}

inline Switching any_switching() {
  return *rc::gen::element(Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward,
                           Switching::kCircuit);
}

/// Two in five are wormhole switching.
inline Switching mostly_wormhole() {
  return *rc::gen::element(Switching::kWormhole, Switching::kWormhole, Switching::kCutThrough,
                           Switching::kStoreAndForward, Switching::kCircuit);
}

inline Arbitration any_arbitration() {
  return *rc::gen::element(Arbitration::kRoundRobin, Arbitration::kTransitFirst);
}

/// Lines, rings and complete graphs: one of at most 9 nodes, or a product of two or three.
inline Topology any_product() {
  const int dimensions = *rc::gen::inRange(1, 4);
  std::vector<Dimension> sides;
  for (int d = 0; d < dimensions; ++d) {
    sides.push_back({*rc::gen::inRange(2, dimensions == 1 ? 10 : 6 - dimensions),
                     *rc::gen::element(Line::kArray, Line::kRing, Line::kComplete)});
  }
  return Topology(sides);
}

/// Small networks of every kind.
inline Topology any_small_topology() {
  return Topology::parse(*rc::gen::element<std::string>("ring:2", "ring:5", "path:4", "mesh:3x3",
                                                        "torus:3x3m", "torus:2x2x2", "torus:4kx2",
                                                        "torus:3x3", "torus:2x4~x+y2"));
}

inline StoredSchedule any_exchange(const Topology& topology, int most_phases, int most_classes) {
  const int phases = *rc::gen::inRange(1, most_phases + 1);
  const int classes = *rc::gen::inRange(1, most_classes + 1);
  return random_exchange(topology, phases, classes, *rc::gen::arbitrary<unsigned>());
}

/// Channels of a node, buffers, and the delay of links.
inline void draw_channels(Hardware& hardware, int most_reserve, int most_shared, int most_delay) {
  hardware.alpha = *rc::gen::inRange(1, hardware.network_ports() + 1);
  hardware.reserve = *rc::gen::inRange(1, most_reserve + 1);
  hardware.shared = *rc::gen::inRange(0, most_shared + 1);
  hardware.link_delay = *rc::gen::inRange(1, most_delay + 1);
}

/// Switching and arbitration; buffers that are large enough for worms of `longest` flits where they must be.
inline void draw_switching(Hardware& hardware, int longest) {
  hardware.switching = any_switching();
  hardware.arbitration = any_arbitration();
  if (hardware.buffers_whole_worms()) hardware.reserve += longest;
}

}  // namespace torusim::test
