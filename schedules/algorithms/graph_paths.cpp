#include "schedules/algorithms/graph_paths.h"

#include <random>

namespace torusim {
namespace {

constexpr int kMostPasses = 200;

class PathBalance {
 public:
  PathBalance(const FactorGraph& graph, int loads, const LoadOf& load_of, unsigned seed)
      : graph_(graph),
        load_of_(load_of),
        loads_(loads),
        best_(graph.nodes()),
        seen_(graph.nodes(), -1),
        random_(seed) {}

  /// The path that adds least to the squares; the choice among equal paths varies.
  void lay(GraphPath& path) {
    add(path, -1);
    find_layers(path);
    for (std::size_t hop = path.ports.size(); hop-- > 0;) {
      for (const int node : layers_[hop]) best_[node] = best_way(path, static_cast<int>(hop), node);
    }
    int node = path.source;
    for (std::size_t hop = 0; hop < path.ports.size(); ++hop) {
      path.ports[hop] = static_cast<std::int16_t>(best_[node].port);
      node = graph_.neighbor(node, path.ports[hop]);
    }
    add(path, +1);
  }

  void add(const GraphPath& path, int change) {
    int node = path.source;
    for (std::size_t hop = 0; hop < path.ports.size(); ++hop) {
      int& load = loads_[load_of_(static_cast<int>(hop), node, path.ports[hop])];
      squares_ += change * (2 * std::int64_t{load} + change);
      load += change;
      node = graph_.neighbor(node, path.ports[hop]);
    }
  }

  std::int64_t squares() const { return squares_; }

 private:
  struct Way {
    std::int64_t added = 0;
    int port = 0;
  };

  bool leads_on(int node, int port, int destination) const {
    return graph_.has_channel(node, port) &&
           graph_.distance(graph_.neighbor(node, port), destination) < graph_.distance(node, destination);
  }

  void find_layers(const GraphPath& path) {
    layers_.assign(path.ports.size() + 1, {});
    layers_[0] = {path.source};
    for (std::size_t hop = 0; hop < path.ports.size(); ++hop) {
      ++mark_;
      for (const int node : layers_[hop]) {
        for (int port = 0; port < graph_.ports(); ++port) {
          if (!leads_on(node, port, path.destination)) continue;
          const int next = graph_.neighbor(node, port);
          if (seen_[next] == mark_) continue;
          seen_[next] = mark_;
          layers_[hop + 1].push_back(next);
        }
      }
    }
    best_[path.destination] = {};
  }

  Way best_way(const GraphPath& path, int hop, int node) {
    Way best{-1, 0};
    const int first = static_cast<int>(random_() % static_cast<unsigned>(graph_.ports()));
    for (int i = 0; i < graph_.ports(); ++i) {
      const int port = (first + i) % graph_.ports();
      if (!leads_on(node, port, path.destination)) continue;
      const std::int64_t added =
          2 * std::int64_t{loads_[load_of_(hop, node, port)]} + 1 + best_[graph_.neighbor(node, port)].added;
      if (best.added < 0 || added < best.added) best = {added, port};
    }
    return best;
  }

  const FactorGraph& graph_;
  const LoadOf& load_of_;
  std::vector<int> loads_;
  std::vector<Way> best_;  // of each node, to the destination
  std::vector<int> seen_;
  std::vector<std::vector<int>> layers_;  // nodes by the hop that leaves them
  std::int64_t squares_ = 0;
  int mark_ = 0;
  std::minstd_rand random_;
};

}  // namespace

std::vector<GraphPath> balanced_paths(const FactorGraph& graph, int loads, const LoadOf& load_of,
                                      unsigned seed) {
  std::vector<GraphPath> paths;
  PathBalance balance(graph, loads, load_of, seed);
  for (int source = 0; source < graph.nodes(); ++source) {
    for (int destination = 0; destination < graph.nodes(); ++destination) {
      if (source == destination) continue;
      GraphPath& path = paths.emplace_back(GraphPath{source, destination, {}});
      for (int node = source; node != destination; node = graph.neighbor(node, path.ports.back())) {
        path.ports.push_back(static_cast<std::int16_t>(graph.port_towards(node, destination)));
      }
      balance.add(path, +1);
    }
  }
  // Passes without a gain still exchange equal paths, which may enable a later gain.
  int idle = 0;
  for (int pass = 0; pass < kMostPasses && idle < 10; ++pass) {
    const std::int64_t before = balance.squares();
    for (GraphPath& path : paths) {
      if (path.ports.size() > 1) balance.lay(path);
    }
    idle = balance.squares() < before ? 0 : idle + 1;
  }
  return paths;
}

}  // namespace torusim
