#pragma once
/// Runs that bring routers into many situations: the corners of the hardware, each with all the contention
/// there can be. Equality with the models is tested on them, and functional coverage is counted.

#include "testbench/tests/models/traffic.h"

namespace torusim::test {

struct Corner {
  const char* shape;
  int alpha, lanes, classes, reserve, shared, link_delay, block;
};

inline constexpr Corner kCorners[] = {
    {"torus:4x4", 1, 2, 1, 4, 0, 1, 6},   {"torus:4x4", 4, 2, 1, 4, 0, 1, 6},
    {"torus:4x4", 1, 2, 1, 1, 0, 1, 6},   {"torus:4x4", 1, 2, 1, 1, 3, 1, 6},
    {"torus:4x4", 1, 2, 2, 8, 0, 3, 6},   {"torus:4x4", 1, 2, 2, 2, 5, 3, 6},
    {"mesh:4x4", 1, 1, 1, 4, 0, 1, 6},    {"mesh:3x4", 4, 1, 3, 3, 4, 2, 6},
    {"ring:9", 1, 2, 1, 4, 0, 1, 20},     {"ring:9", 2, 2, 2, 1, 2, 3, 20},
    {"torus:2x3x2", 6, 2, 1, 2, 1, 1, 5}, {"torus:2x2x2x2", 1, 2, 2, 4, 0, 1, 5},
    {"torus:4kx5", 5, 2, 1, 4, 0, 1, 5},  {"hypercube:4", 4, 1, 2, 2, 1, 1, 5},
    {"torus:4x4", 1, 2, 4, 2, 3, 1, 11},  {"torus:4x4", 1, 2, 2, 4, 0, 1, 0},
    {"torus:4x4", 1, 2, 1, 4, 0, 1, 1},   {"torus:4x4", 1, 2, 1, 4, 0, 1, 2}};

/// Every node sends to every other, in two phases without synchronisation, in random order and classes.
inline StoredSchedule schedule_for(const Corner& corner) {
  return random_exchange(Topology::parse(corner.shape), 2, corner.classes, 3);
}

inline RunOptions options_for(Schedule& schedule, const Corner& corner) {
  RunOptions options = options_for(schedule, Synchronisation::kNone);
  options.hardware.alpha = corner.alpha;
  options.hardware.lanes = corner.lanes;
  options.hardware.reserve = corner.reserve;
  options.hardware.shared = corner.shared;
  options.hardware.link_delay = corner.link_delay;
  options.block_flits = corner.block;
  return options;
}

/// Messages of few nodes at a time along walks that no dimension order would take, turns back included.
inline StoredSchedule random_walks(const Topology& topology, int phases, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Phase> result(phases);
  for (int p = 0; p < phases; ++p) {
    result[p].name = "W" + std::to_string(p);
    const auto from = static_cast<NodeId>(random() % topology.nodes());
    Route route;
    NodeId at = from;
    for (int run = 0; run < 3; ++run) {
      const auto dimension = static_cast<std::int16_t>(random() % topology.dimensions());
      const auto hops = static_cast<std::int16_t>(random() % 2 == 0 ? 1 : -1);
      route.append({dimension, hops});
      at = topology.displaced(at, dimension, hops);
    }
    if (at == from) continue;
    Transfer message = transfer(topology, from, at);
    message.route = route;
    result[p].transfers.push_back(message);
  }
  ScheduleInfo info;
  info.name = "random walks";
  info.topology = topology;
  return StoredSchedule(info, std::move(result));
}

}  // namespace torusim::test
