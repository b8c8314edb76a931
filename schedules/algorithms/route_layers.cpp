#include "schedules/algorithms/route_layers.h"

#include <algorithm>

namespace torusim {
namespace {

/// Dependencies between channels that never close a cycle.
class Layer {
 public:
  explicit Layer(std::size_t channels) : next_(channels), seen_(channels) {}

  /// False if the path would close a cycle; the layer is then as it was.
  bool add(const std::vector<int>& path) {
    for (std::size_t i = 1; i < path.size(); ++i) {
      auto& after = next_[path[i - 1]];
      if (std::ranges::find(after, path[i]) != after.end()) continue;
      if (reaches(path[i], path[i - 1])) {
        for (; !added_.empty(); added_.pop_back()) next_[added_.back()].pop_back();
        return false;
      }
      after.push_back(path[i]);
      added_.push_back(path[i - 1]);
    }
    added_.clear();
    return true;
  }

 private:
  bool reaches(int from, int to) {
    ++round_;
    open_.assign(1, from);
    seen_[from] = round_;
    while (!open_.empty()) {
      const int at = open_.back();
      open_.pop_back();
      if (at == to) return true;
      for (const int next : next_[at]) {
        if (seen_[next] != round_) open_.push_back(next);
        seen_[next] = round_;
      }
    }
    return false;
  }

  std::vector<std::vector<int>> next_;  // [channel]: those that paths go on to
  std::vector<int> added_;              // channels that got another next one from the path at hand
  std::vector<int> open_;
  std::vector<int> seen_;  // [channel]: the last search that met it
  int round_ = 0;
};

}  // namespace

RouteLayers::RouteLayers(const FactorGraph& graph)
    : nodes_(graph.nodes()), layer_(static_cast<std::size_t>(nodes_) * nodes_) {
  const int ports = graph.ports();
  std::vector<Layer> layers;
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
