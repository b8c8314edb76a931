#pragma once
/// Runs that bring routers into many situations: the corners of the hardware, each with all the contention
/// there can be. Equality with the models is tested on them, and functional coverage is counted.

#include "testbench/tests/models/corner.h"
#include "testbench/tests/models/sources.h"

namespace torusim::test {

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
