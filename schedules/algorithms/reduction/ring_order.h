#pragma once
/// Cycles of single hops that pass every node of a torus once.

#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

struct RingOrder {
  std::vector<NodeId> nodes;  ///< in the order of the cycle
  std::vector<Route> hops;    ///< [i]: from nodes[i] to the next, one hop

  /// The same cycle the other way, over the opposite channels.
  RingOrder backwards() const;
};

/// A Hamiltonian cycle of any torus: dimension after dimension, the cycle so far times the ring of the next
/// one is a 2-D torus. On twisted tori twisted_cycle().
RingOrder hamiltonian_cycle(const Topology& topology);

/// As many Hamiltonian cycles as dimensions, no two with a common edge: cycle_decomposition().
std::vector<RingOrder> edge_disjoint_cycles(const Topology& topology);

}  // namespace torusim
