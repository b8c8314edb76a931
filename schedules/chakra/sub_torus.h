#pragma once
/// Nodes of a network that are a network themselves: in each dimension a whole line, or neighbours in a row.
/// Whole lines of a twisted torus keep the seams that join them, and are a mesh where a seam leads elsewhere.

#include <optional>
#include <span>
#include <vector>

#include "schedules/core/route.h"
#include "schedules/core/topology.h"

namespace torusim {

struct SubTorus {
  Topology shape;
  std::vector<int> dimensions;  ///< [dimension of the shape]: the dimension of the network
  std::vector<int> member;      ///< [node of the shape]: its index among the nodes

  /// A route of the shape as a route of the network.
  Route in_network(const Route& route) const;
};

/// The network of two or more nodes. Nullopt if they are no such product, if a part of a complete or other
/// graph is used, or if a node occurs twice.
std::optional<SubTorus> sub_torus(const Topology& topology, std::span<const NodeId> nodes);

}  // namespace torusim
