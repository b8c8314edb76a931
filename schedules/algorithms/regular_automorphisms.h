#pragma once
/// Tests whether a graph is a Cayley graph: some group of its automorphisms is regular, so exactly one
/// automorphism of the group takes node 0 to each node (Sabidussi).

#include <optional>
#include <vector>

#include "schedules/core/factor_graph.h"

namespace torusim {

/// [v][w]: the image of w under the automorphism that takes 0 to v. Nullopt if no regular group exists, or if
/// the search stopped at its limit, as it may in graphs of very many automorphisms.
std::optional<std::vector<std::vector<int>>> regular_automorphisms(const FactorGraph& graph);

}  // namespace torusim
