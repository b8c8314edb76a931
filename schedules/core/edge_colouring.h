#pragma once
/// Edges of a bipartite graph in rounds: two edges of a colour share no node.

#include <utility>
#include <vector>

namespace torusim {

/// The colour of each edge (left, right), 0 .. the highest degree - 1: as few as there can be (Koenig).
/// Edges may stand several times. Each costs at most a walk along all nodes.
std::vector<int> bipartite_edge_colouring(int left, int right, const std::vector<std::pair<int, int>>& edges);

}  // namespace torusim
