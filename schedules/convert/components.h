#pragma once
/// Which nodes of a directed graph reach each other both ways.

#include <cstdint>
#include <utility>
#include <vector>

namespace torusim {

/// For each of `nodes` nodes the first of those that it reaches and that reach it (Tarjan: Depth-First Search
/// and Linear Graph Algorithms). `edges` are pairs from, to, sorted.
std::vector<std::int32_t> strong_components(std::int32_t nodes,
                                            const std::vector<std::pair<std::int32_t, std::int32_t>>& edges);

}  // namespace torusim
