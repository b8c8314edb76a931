#pragma once
/// Enumerates all nodes of a topology in the order of their numbers, without a division for each node.

#include "schedules/core/topology.h"

namespace torusim {

/// Replaces the coordinates of a node by those of the next node. After the last node it returns false and
/// sets the coordinates of node 0.
inline bool to_next_node(const Topology& topology, Topology::Coordinates& at) {
  for (int d = topology.dimensions() - 1; d >= 0; --d) {
    if (++at[d] < topology.side(d)) return true;
    at[d] = 0;
  }
  return false;
}

}  // namespace torusim
