#pragma once
/// Runs that bring routers into many situations: the corners of the hardware, each with all the contention
/// there can be. Equality with the models is tested on them, and functional coverage is counted.

#include <ostream>

#include "models/run/simulation.h"
#include "testbench/tests/models/sources.h"

namespace torusim::test {

/// A corner of the hardware, and the length of messages.
struct Corner {
  const char* shape;
  int alpha, lanes, classes, reserve, shared, link_delay, block;
  Arbitration arbitration = Arbitration::kRoundRobin;
  Switching switching = Switching::kWormhole;

  /// Of a run on that shape.
  void set(RunOptions& options) const {
    options.hardware.alpha = alpha;
    options.hardware.lanes = lanes;
    options.hardware.reserve = reserve;
    options.hardware.shared = shared;
    options.hardware.link_delay = link_delay;
    options.hardware.arbitration = arbitration;
    options.hardware.switching = switching;
    options.block_flits = block;
  }
};

inline void PrintTo(const Corner& c, std::ostream* out) {
  *out << c.shape << ", " << c.alpha << " ports, " << c.lanes << " lanes, " << c.classes << " classes, "
       << c.reserve << " + " << c.shared << " slots, delay " << c.link_delay << ", block " << c.block << ", "
       << to_text(c.arbitration) << ", " << to_text(c.switching);
}

inline constexpr Corner kCorners[] = {
    {"torus:4x4", 1, 2, 1, 4, 0, 1, 6},
    {"torus:4x4", 4, 2, 1, 4, 0, 1, 6},
    {"torus:4x4", 1, 2, 1, 1, 0, 1, 6},
    {"torus:4x4", 1, 2, 1, 1, 3, 1, 6},
    {"torus:4x4", 1, 2, 2, 8, 0, 3, 6},
    {"torus:4x4", 1, 2, 2, 2, 5, 3, 6},
    {"mesh:4x4", 1, 1, 1, 4, 0, 1, 6},
    {"mesh:3x4", 4, 1, 3, 3, 4, 2, 6},
    {"ring:9", 1, 2, 1, 4, 0, 1, 20},
    {"ring:9", 2, 2, 2, 1, 2, 3, 20},
    {"torus:2x3x2", 6, 2, 1, 2, 1, 1, 5},
    {"torus:2x2x2x2", 1, 2, 2, 4, 0, 1, 5},
    {"torus:4kx5", 5, 2, 1, 4, 0, 1, 5},
    {"hypercube:4", 4, 1, 2, 2, 1, 1, 5},
    {"torus:4x4", 1, 2, 4, 2, 3, 1, 11},
    {"torus:4x4", 1, 2, 2, 4, 0, 1, 0},
    {"torus:4x4", 1, 2, 1, 4, 0, 1, 1},
    {"torus:4x4", 1, 2, 1, 4, 0, 1, 2},
    {"torus:4x4", 4, 2, 2, 2, 3, 1, 6, Arbitration::kTransitFirst},
    {"mesh:4x4", 1, 1, 1, 4, 0, 2, 6, Arbitration::kTransitFirst},
    {"torus:4x4", 1, 2, 1, 8, 0, 1, 6, Arbitration::kRoundRobin, Switching::kStoreAndForward},
    {"torus:4x4", 2, 2, 2, 7, 5, 2, 6, Arbitration::kTransitFirst, Switching::kStoreAndForward},
    {"torus:4x4", 1, 2, 1, 8, 0, 1, 6, Arbitration::kRoundRobin, Switching::kCutThrough},
    {"torus:4x4", 2, 2, 2, 7, 5, 2, 6, Arbitration::kTransitFirst, Switching::kCutThrough}};

/// Every node sends to every other, in two phases without synchronisation, in random order and classes.
StoredSchedule schedule_for(const Corner& corner);
RunOptions options_for(Schedule& schedule, const Corner& corner);

/// One message at a time, from every node to every other, each by a neighbour drawn at random and from there
/// in dimension order: turns that dimension order never takes, and turns back.
StoredSchedule detours(const Topology& topology, unsigned seed);

}  // namespace torusim::test
