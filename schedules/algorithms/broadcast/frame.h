#pragma once
/// The constructions know tori whose first side is the shortest, and source 0. A frame turns and shifts what
/// they make to any other torus and source; so it does with what a search found, on a network that looks the
/// same from every node: rings and complete graphs.

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
