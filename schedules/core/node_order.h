#pragma once
/// Going through all nodes of a topology in the order of their numbers, without a division for each.

#include "schedules/core/topology.h"

namespace torusim {

/// From the coordinates of a node to those of the next; false, and back to those of node 0, behind the last.
inline bool to_next_node(const Topology& topology, Topology::Coordinates& at) {
  for (int d = topology.dimensions() - 1; d >= 0; --d) {
    if (++at[d] < topology.side(d)) return true;
    at[d] = 0;
  }
  return false;
}

}  // namespace torusim
