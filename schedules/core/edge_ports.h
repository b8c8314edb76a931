#pragma once
/// The ports of a router for the edges of a graph, numbered so that a port has the same meaning at every
/// node.

#include <cstdint>
#include <utility>
#include <vector>

namespace torusim {

/// Ports 2i and 2i+1 are the two directions along the cycles and paths of a set of edges, at most two edges a
/// node. The last port may be a matching, whose far end is the same port. So the channels that leave by one
/// port arrive by one port at every node, as on a torus.
struct EdgePorts {
  int ports = 0;
  std::vector<int> opposite;     ///< [port]: the port at the far end
  std::vector<std::int16_t> to;  ///< [node * ports + port]: a permutation of the nodes for each port
  /// [node * ports + port]: false where `to` only closes a path or is the node itself
  std::vector<bool> exists;
};

/// Numbers the edges of a simple graph of highest degree D. It gets D ports if D is even or a matching covers
/// the nodes of degree D, else D+1 ports. (Petersen: two edges at each node make a set.)
EdgePorts number_edges(int nodes, const std::vector<std::pair<int, int>>& edges);

}  // namespace torusim
