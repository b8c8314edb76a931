#pragma once
/// Shortest paths between all pairs of nodes of a graph, chosen so that loads are even.

#include <cstdint>
#include <functional>
#include <vector>

#include "schedules/core/factor_graph.h"

namespace torusim {

/// The path of a message: a port for each hop.
struct GraphPath {
  int source = 0, destination = 0;
  std::vector<std::int16_t> ports;
};

/// The index, below `loads`, of the load that hop `hop` of a path adds to when it leaves `node` by `port`.
using LoadOf = std::function<int(int hop, int node, int port)>;

/// One path for each ordered pair of nodes. Starts with any paths and replaces path after path while that
/// reduces the sum of the squares of all loads; `seed` decides among equal paths.
std::vector<GraphPath> balanced_paths(const FactorGraph& graph, int loads, const LoadOf& load_of,
                                      unsigned seed);

}  // namespace torusim
