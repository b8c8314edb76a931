#pragma once
/// Tests whether a graph is a Cayley graph: a graph is one if some group of its automorphisms is regular
/// (Sabidussi). For each node, a regular group has one automorphism that takes node 0 there.

#include <optional>
#include <vector>

#include "schedules/core/factor_graph.h"

namespace torusim {

/// [v][w]: the image of w under the automorphism that takes 0 to v. Nullopt if no regular group exists, or if
/// the search stopped at its limit, as it may in graphs of very many automorphisms.
std::optional<std::vector<std::vector<int>>> regular_automorphisms(const FactorGraph& graph);

}  // namespace torusim
