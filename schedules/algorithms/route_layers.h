#pragma once
/// Layers of virtual channels for the shortest paths of a graph: the channel dependencies of each layer
/// have no cycle, so its paths cannot deadlock (Dally, Seitz). The assignment is LASH, layered shortest
/// path routing (Skeie, Lysne, Theiss: Layered Shortest Path (LASH) Routing in Irregular System Area
/// Networks).

#include <vector>

#include "schedules/core/factor_graph.h"

namespace torusim {

class RouteLayers {
 public:
  /// Assigns each path, by source and then by destination, to the first layer in which it closes no cycle.
  /// Paths are given by dimension_order_route().
  explicit RouteLayers(const FactorGraph& graph);

  /// Layers needed, at least 1.
  int count() const { return count_; }
  int layer(int from, int to) const { return layer_[static_cast<std::size_t>(from) * nodes_ + to]; }

 private:
  int nodes_;
  int count_ = 1;
  std::vector<int> layer_;  // [from * nodes + to]
};

}  // namespace torusim
