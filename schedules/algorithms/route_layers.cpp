#include "schedules/algorithms/route_layers.h"

#include <algorithm>

#include "schedules/core/acyclic_graph.h"

namespace torusim {

RouteLayers::RouteLayers(const FactorGraph& graph)
    : nodes_(graph.nodes()), layer_(static_cast<std::size_t>(nodes_) * nodes_) {
  const int ports = graph.ports();
  std::vector<AcyclicGraph> layers;
  std::vector<int> path;
  for (int from = 0; from < nodes_; ++from) {
    for (int to = 0; to < nodes_; ++to) {
      path.clear();
      for (int at = from; at != to; at = graph.neighbor(at, path.back() % ports)) {
        path.push_back(at * ports + graph.port_towards(at, to));
      }
      if (path.size() < 2) continue;  // holds no channel while it waits for another
      std::size_t layer = 0;
      while (layer < layers.size() && !layers[layer].add(path)) ++layer;
      if (layer == layers.size()) layers.emplace_back(static_cast<std::size_t>(nodes_) * ports).add(path);
      layer_[static_cast<std::size_t>(from) * nodes_ + to] = static_cast<int>(layer);
    }
  }
  count_ = std::max(1, static_cast<int>(layers.size()));
}

}  // namespace torusim
