#pragma once
/// Nodes of a network that are a network themselves: all nodes of a ring or graph, or neighbours in a row.

#include <optional>
#include <span>
#include <vector>

#include "schedules/core/route.h"
#include "schedules/core/topology.h"

namespace torusim {

struct SubTorus {
  Topology shape;
  std::vector<int> dimensions;  ///< of the network, for each dimension of the shape
  std::vector<int> member;      ///< of each node of the shape: its place among the nodes

  /// A route of the shape as one of the network.
  Route in_network(const Route& route) const;
};

/// Nothing if the nodes, two at least, are no product of whole lines and neighbours in a row, if one is named
/// twice, or if a line is whole in the network and another graph without some of its nodes.
std::optional<SubTorus> sub_torus(const Topology& topology, std::span<const NodeId> nodes);

}  // namespace torusim
