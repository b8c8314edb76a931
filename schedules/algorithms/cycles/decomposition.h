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

/// A Hamiltonian cycle of a twisted torus, whose dimensions are no independent rings.
/// All nodes in the order of a cycle of single hops; also for plain tori.
///
/// The ring of the first dimension through node 0 passes some of the nodes. Moved one hop on along the next
/// dimension it passes others, and so on until it would come back to nodes of the first: t layers of m nodes
/// x(0) .. x(m-1). Up through all layers at x(0) and then back down, going round the rest of each layer, in
/// one direction and the other by turns, is one cycle through all of them. It is the ring for the dimension
/// after that.
std::vector<NodeId> twisted_cycle(const Topology& torus);

}  // namespace torusim
