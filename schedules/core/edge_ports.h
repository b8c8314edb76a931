#pragma once
/// Which port of a router each edge of a graph has, so that ports mean the same everywhere.

#include <cstdint>
#include <utility>
#include <vector>

namespace torusim {

/// Ports 2i and 2i+1 are the two directions along the cycles (and paths) of a set of edges with at most two
/// at a node. The last port may be a matching, whose far end is the same port. So a channel that leaves by a
/// port arrives by the same port everywhere, as on a torus.
struct EdgePorts {
  int ports = 0;
  std::vector<int> opposite;     ///< of each port
  std::vector<std::int16_t> to;  ///< [node * ports + port]: a permutation of the nodes for each port
  std::vector<bool> exists;      ///< the same; false where `to` only closes a path or stays
};

/// A simple graph of degree D at most gets D ports if D is even (Petersen: two edges at each node make a
/// set), or if a matching covers the nodes of degree D; D+1 otherwise.
EdgePorts number_edges(int nodes, const std::vector<std::pair<int, int>>& edges);

}  // namespace torusim
