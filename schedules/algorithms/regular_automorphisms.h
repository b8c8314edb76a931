#pragma once
/// Is a graph a Cayley graph? It is if some group of its automorphisms is regular: one of them takes node 0
/// to each node (Sabidussi).

#include <optional>
#include <vector>

#include "schedules/core/factor_graph.h"

namespace torusim {

/// [v][w]: where the one that takes 0 to v takes w. Nothing if there is no such group, or none was found
/// before the search became long, as it may in graphs of very many automorphisms.
std::optional<std::vector<std::vector<int>>> regular_automorphisms(const FactorGraph& graph);

}  // namespace torusim
