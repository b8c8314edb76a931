#pragma once
/// Steps from node to node: all nodes in the order of their numbers, without a division for each node;
/// displacements; neighbours.

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

/// Coordinates `by` further on in every dimension, modulo the sides; `by` lies between -side and side.
inline Topology::Coordinates moved(const Topology& topology, Topology::Coordinates at,
                                   const Topology::Coordinates& by, int sign = 1) {
  for (int d = 0; d < topology.dimensions(); ++d) {
    at[d] = (at[d] + sign * by[d] + topology.side(d)) % topology.side(d);
  }
  return at;
}

/// The first port whose channel leads from a node to its neighbour `to`.
inline int port_to(const Topology& topology, NodeId from, NodeId to) {
  int port = 0;
  while (!topology.has_channel(from, port) || topology.neighbor(from, port) != to) ++port;
  return port;
}

}  // namespace torusim
