#include "schedules/algorithms/graph_exchange.h"

#include <algorithm>
#include <random>

#include "schedules/algorithms/regular_automorphisms.h"
#include "schedules/core/edge_colouring.h"
#include "schedules/formulas/product_closed_forms.h"

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

namespace {

constexpr int kSmall = 32;  // nodes of a graph for which several plans cost nothing
constexpr unsigned kTries = 20;

/// A message on its way.
struct Traveller {
  const GraphPath* path;
  int node;
  std::size_t hop = 0;
  int ready = 0;  // the first step in which it can go on

  std::size_t left() const { return path->ports.size() - hop; }
  int port() const { return path->ports[hop]; }
};

std::vector<Traveller> travellers(const std::vector<GraphPath>& paths) {
  std::vector<Traveller> result;
  for (const GraphPath& path : paths) result.push_back({&path, path.source});
  return result;
}

void go(const FactorGraph& graph, Traveller& traveller, int step, ExchangeSteps& steps) {
  if (steps.size() <= static_cast<std::size_t>(step)) steps.resize(step + 1);
  const int port = traveller.port();
  steps[step].push_back({traveller.node, 0, static_cast<std::int16_t>(port + 1), traveller.path->source,
                         traveller.path->destination});
  traveller.node = graph.neighbor(traveller.node, port);
  traveller.ready = step + 1;
  ++traveller.hop;
}

/// Rows of steps, one for each node, in which it is busy.
class Busy {
 public:
  explicit Busy(int nodes) : busy_(nodes) {}
  bool at(int node, int step) const {
    return static_cast<std::size_t>(step) < busy_[node].size() && busy_[node][step];
  }
  void set(int node, int step) {
    if (busy_[node].size() <= static_cast<std::size_t>(step)) busy_[node].resize(step + 1);
    busy_[node][step] = true;
  }

 private:
  std::vector<std::vector<bool>> busy_;
};

ExchangeSteps one_port(const FactorGraph& graph, unsigned seed) {
  const int nodes = graph.nodes();
  const auto paths = balanced_paths(
      graph, graph.diameter() * nodes,
      [&](int hop, int node, int port) { return hop * nodes + graph.neighbor(node, port); }, seed);
  std::vector<Traveller> messages = travellers(paths);
  Busy sends(nodes), receives(nodes);
  ExchangeSteps steps;
  for (int hop = 0; hop < graph.diameter(); ++hop) {
    std::vector<Traveller*> moving;
    std::vector<std::pair<int, int>> hops;
    for (Traveller& message : messages) {
      if (message.left() == 0) continue;
      moving.push_back(&message);
      hops.emplace_back(message.node, graph.neighbor(message.node, message.port()));
    }
    const std::vector<int> round = bipartite_edge_colouring(nodes, nodes, hops);
    std::vector<std::size_t> order(moving.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return round[a] < round[b]; });
    for (const std::size_t i : order) {
      const auto& [from, to] = hops[i];
      int step = moving[i]->ready;
      while (sends.at(from, step) || receives.at(to, step)) ++step;
      sends.set(from, step);
      receives.set(to, step);
      go(graph, *moving[i], step, steps);
    }
  }
  return steps;
}

ExchangeSteps all_port(const FactorGraph& graph, unsigned seed) {
  const auto paths = balanced_paths(
      graph, graph.nodes() * graph.ports(),
      [&](int, int node, int port) { return node * graph.ports() + port; }, seed);
  std::vector<Traveller> messages = travellers(paths);
  const auto behind = [](const Traveller* a, const Traveller* b) {
    return a->left() != b->left() ? a->left() < b->left() : a > b;
  };
  std::vector<std::vector<Traveller*>> waiting(static_cast<std::size_t>(graph.nodes()) *
                                               graph.ports());  // heaps
  const auto wait = [&](Traveller& message) {
    auto& heap = waiting[static_cast<std::size_t>(message.node) * graph.ports() + message.port()];
    heap.push_back(&message);
    std::push_heap(heap.begin(), heap.end(), behind);
  };
  for (Traveller& message : messages) wait(message);
  ExchangeSteps steps;
  for (std::size_t left = messages.size(); left > 0;) {
    const int step = static_cast<int>(steps.size());
    std::vector<Traveller*> arrived;
    for (auto& heap : waiting) {
      if (heap.empty()) continue;
      std::pop_heap(heap.begin(), heap.end(), behind);
      go(graph, *heap.back(), step, steps);
      arrived.push_back(heap.back());
      heap.pop_back();
    }
    for (Traveller* const message : arrived) {
      if (message->left() == 0) {
        --left;
      } else {
        wait(*message);
      }
    }
  }
  return steps;
}

/// Displacement after displacement, all nodes alike: the messages that one of a regular group's maps each
/// takes to another are never in each other's way.
ExchangeSteps by_group(const FactorGraph& graph, const std::vector<std::vector<int>>& maps) {
  ExchangeSteps steps;
  for (int destination = 1; destination < graph.nodes(); ++destination) {
    for (int node = 0; node != destination;) {
      const int next = graph.neighbor(node, graph.port_towards(node, destination));
      ExchangeStep& step = steps.emplace_back();
      for (const std::vector<int>& map : maps) {
        const int port = graph.port_towards(map[node], map[next]);
        step.push_back({map[node], 0, static_cast<std::int16_t>(port + 1), map[0], map[destination]});
      }
      node = next;
    }
  }
  return steps;
}

}  // namespace

ExchangeSteps graph_exchange(const FactorGraph& graph, PortModel ports) {
  const Dimension line{graph.nodes(), Line::kGraph, std::make_shared<const FactorGraph>(graph)};
  const auto least = static_cast<std::size_t>(line_exchange_steps(line, ports));
  ExchangeSteps best;
  const unsigned tries = graph.nodes() <= kSmall ? kTries : 1;
  for (unsigned seed = 1; seed <= tries && (best.empty() || best.size() > least); ++seed) {
    ExchangeSteps steps = ports == PortModel::kOnePort ? one_port(graph, seed) : all_port(graph, seed);
    if (best.empty() || steps.size() < best.size()) best = std::move(steps);
  }
  if (ports == PortModel::kOnePort && best.size() > least) {
    if (const auto maps = regular_automorphisms(graph)) return by_group(graph, *maps);
  }
  return best;
}

}  // namespace torusim
