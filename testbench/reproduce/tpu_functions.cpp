#include <algorithm>
#include <cstdlib>
#include <vector>

#include "schedules/core/route.h"
#include "testbench/reproduce/functions.h"

namespace torusim {
namespace {

/// Hops of a shortest path, averaged over all other nodes; the network looks the same from every node.
double mean_distance(const Topology& torus) {
  double hops = 0;
  for (NodeId node = 1; node < torus.nodes(); ++node) hops += torus.distance(0, node);
  return hops / (torus.nodes() - 1);
}

/// Blocks on the busiest channel of a complete exchange when every pair uses its shortest paths equally.
double busiest_channel(const Topology& torus) {
  std::vector<double> hops(static_cast<std::size_t>(torus.dimensions()));
  for (NodeId node = 1; node < torus.nodes(); ++node) {
    const std::uint32_t ways = dimension_order_ways(torus, 0, node);
    for (std::uint32_t way = 0; way < ways; ++way) {
      for (const Run& run : dimension_order_route(torus, 0, node, way)) {
        hops[static_cast<std::size_t>(run.dimension)] += std::abs(run.hops) / static_cast<double>(ways);
      }
    }
  }
  return *std::ranges::max_element(hops) / 2;  // both directions are alike
}

}  // namespace

Functions tpu_functions() {
  return {
      {"mean_distance", function(&mean_distance)},
      {"busiest_channel", function(&busiest_channel)},
  };
}

}  // namespace torusim
