#pragma once
/// Maximum matching of a graph.

#include <vector>

namespace torusim {

/// The partner of each node in a maximum matching, or -1. `neighbours` holds both directions of every edge.
/// Edmonds' blossoms, in time nodes^3.
std::vector<int> maximum_matching(const std::vector<std::vector<int>>& neighbours);

}  // namespace torusim
