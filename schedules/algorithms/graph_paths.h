#pragma once
/// Shortest paths between all pairs of nodes of a graph, chosen so that nothing is loaded more than the
/// rest.

#include <cstdint>
#include <functional>
#include <vector>

#include "schedules/core/factor_graph.h"

namespace torusim {

/// The ports that a message takes, one a hop.
struct GraphPath {
  int source = 0, destination = 0;
  std::vector<std::int16_t> ports;
};

/// What hop `hop` of a path loads when it leaves `node` by `port`: an index below `loads`.
using LoadOf = std::function<int(int hop, int node, int port)>;

/// One path for each ordered pair of nodes. Starts with any paths and replaces path after path if the sum of
/// the squares of all loads becomes smaller, until none does; `seed` decides among equal paths.
std::vector<GraphPath> balanced_paths(const FactorGraph& graph, int loads, const LoadOf& load_of,
                                      unsigned seed);

}  // namespace torusim
