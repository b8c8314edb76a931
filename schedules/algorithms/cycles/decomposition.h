#pragma once
/// The edges of a torus of k dimensions as k Hamiltonian cycles, which exist for all sides of at least 3
/// (Foregger: Hamiltonian Decompositions of Products of Cycles; Aubert, Schneider).
///
/// Dimension after dimension: the cycles of the dimensions before, times the ring of the next. Of the first
/// cycle and the ring, a grid that wraps both ways, a closed form makes two (grid_cycles.h). Each other cycle
/// is there once a layer; flips of squares (square_flips.h) join its layers. They are searched, always the
/// same for a shape: 64 x 64 x 64 takes a second.

#include <vector>

#include "schedules/core/topology.h"

namespace torusim {

/// [cycle]: all nodes in the order of the cycle, from node 0 on. All dimensions must wrap, with sides of at
/// least 3. Throws InputError if the search comes to no end, which it did on no shape tried.
std::vector<std::vector<NodeId>> cycle_decomposition(const Topology& topology);

}  // namespace torusim
