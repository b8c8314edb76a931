#pragma once
/// Decomposes the edges of a torus of k dimensions into k Hamiltonian cycles, which exist for all sides of at
/// least 3 (Foregger: Hamiltonian Decompositions of Products of Cycles; Aubert, Schneider).
///
/// The construction adds one dimension after the other: the cycles so far, times the ring of the next
/// dimension. A closed form makes two cycles of the first cycle and the ring, a grid that wraps both ways
/// (grid_cycles()). Every other cycle exists once in each layer, and flips of squares (EdgeColours) join
/// these copies. A deterministic search finds the flips: 64 x 64 x 64 takes a second.

#include <array>
#include <utility>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim {

// Two Hamiltonian cycles without a common edge on a ring times a ring, in closed form, for any lengths.
//
// The construction starts with the rows and the columns. Unit squares exchange their two row edges and two
// column edges, which joins the rows to one cycle and the columns to the other.

using Cell = std::pair<int, int>;  ///< row, column

/// Both cycles begin at (0,0); together the cycles have every edge once. Both lengths must be at least 3.
std::array<std::vector<Cell>, 2> grid_cycles(int rows, int columns);

/// [cycle]: all nodes in the order of the cycle, from node 0 on. All dimensions must wrap, with sides of at
/// least 3. Throws InputError if the search fails, which happened on no shape tried.
std::vector<std::vector<NodeId>> cycle_decomposition(const Topology& topology);

/// All nodes in the order of a Hamiltonian cycle of single hops. The torus may be twisted, with dimensions
/// that are no independent rings.
///
/// The ring of the first dimension through node 0 passes some of the nodes. Its copies at one, two, .. hops
/// along the next dimension pass other nodes, until a copy would meet the first ring: t layers of m nodes
/// x(0) .. x(m-1). The cycle goes up through all layers at x(0). It comes back down through the rest of each
/// layer, in alternating directions. This cycle is the ring for the next dimension.
std::vector<NodeId> twisted_cycle(const Topology& torus);

}  // namespace torusim
