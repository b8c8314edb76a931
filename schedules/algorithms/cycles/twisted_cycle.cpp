#include "schedules/algorithms/cycles/twisted_cycle.h"

namespace torusim {
namespace {

/// The cycle through the layers that begin with `ring`.
std::vector<NodeId> through_layers(const Topology& torus, std::vector<NodeId> ring, int dimension) {
  std::vector<bool> passed(static_cast<std::size_t>(torus.nodes()));
  for (const NodeId node : ring) passed[static_cast<std::size_t>(node)] = true;
  std::vector<std::vector<NodeId>> layers;
  while (layers.empty() || !passed[static_cast<std::size_t>(ring.front())]) {
    layers.push_back(ring);
    for (NodeId& node : ring) node = torus.displaced(node, dimension, 1);
  }
  std::vector<NodeId> cycle;
  for (const auto& layer : layers) cycle.push_back(layer.front());
  for (std::size_t i = layers.size(); i-- > 0;) {
    const auto& layer = layers[i];
    if (i % 2 == 0) cycle.insert(cycle.end(), layer.begin() + 1, layer.end());
    if (i % 2 == 1) cycle.insert(cycle.end(), layer.rbegin(), layer.rend() - 1);
  }
  return cycle;
}

}  // namespace

std::vector<NodeId> twisted_cycle(const Topology& torus) {
  std::vector<NodeId> cycle;
  for (NodeId at = 0; cycle.empty() || at != 0; at = torus.displaced(at, 0, 1)) cycle.push_back(at);
  for (int d = 1; d < torus.dimensions(); ++d) cycle = through_layers(torus, std::move(cycle), d);
  return cycle;
}

}  // namespace torusim
