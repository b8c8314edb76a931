#pragma once
/// The constructions support tori whose first side is the shortest, with source 0. A frame maps their plans
/// to any other torus and source. It also maps plans of a search to other sources on node-symmetric networks:
/// rings and complete graphs.

#include <vector>

#include "schedules/algorithms/broadcast/plan.h"

namespace torusim::broadcast {

class Frame {
 public:
  Frame(const Topology& topology, NodeId source);

  /// The same network with its sides in ascending order.
  const Topology& sorted() const { return sorted_; }
  /// A plan for sorted() and node 0 as one for the topology and the source.
  Plan place(Plan plan) const;

 private:
  NodeId place(NodeId node) const;

  Topology topology_;
  Topology::Coordinates source_;
  std::vector<int> order_;  // [dimension of sorted_]: the dimension that it is
  Topology sorted_;
};

}  // namespace torusim::broadcast
