#pragma once
/// Edge colouring of a bipartite graph: two edges of a colour share no node.

#include <utility>
#include <vector>

namespace torusim {

/// The colour of each edge (left, right), 0 .. the highest degree - 1: the fewest colours possible (Koenig).
/// Edges may occur several times. Each edge costs at most a walk along all nodes.
std::vector<int> bipartite_edge_colouring(int left, int right, const std::vector<std::pair<int, int>>& edges);

}  // namespace torusim
