#pragma once
/// A Hamiltonian cycle of a twisted torus, whose dimensions are no independent rings.

#include <vector>

#include "schedules/core/topology.h"

namespace torusim {

/// All nodes in the order of a cycle of single hops; also for plain tori.
///
/// The ring of the first dimension through node 0 passes some of the nodes. Moved one hop on along the next
/// dimension it passes others, and so on until it would come back to nodes of the first: t layers of m nodes
/// x(0) .. x(m-1). Up through all layers at x(0) and then back down, going round the rest of each layer, in
/// one direction and the other by turns, is one cycle through all of them. It is the ring for the dimension
/// after that.
std::vector<NodeId> twisted_cycle(const Topology& torus);

}  // namespace torusim
