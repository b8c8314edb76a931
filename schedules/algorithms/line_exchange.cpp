#include "schedules/algorithms/line_exchange.h"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <random>
#include <tuple>

#include "schedules/algorithms/regular_automorphisms.h"
#include "schedules/core/edge_colouring.h"
#include "schedules/core/factor_graph.h"
#include "schedules/formulas/product_closed_forms.h"

namespace torusim {
namespace {

// Total exchange on any graph in single hops: line_exchange() for factors of a product that are no line.
//
// Dimakopoulos and Dimopoulos need exchanges on the factors in as many steps as the average status (Theorem
// 3), and have such exchanges for Cayley graphs. Other vertex-transitive graphs reach this number too, if
// paths are shortest, channels are loaded evenly and no hop waits: Petersen's graph takes 15 steps.

/// The path of a message: a port for each hop.
struct GraphPath {
  int source = 0, destination = 0;
  std::vector<std::int16_t> ports;
};

std::int16_t narrow(int port) { return static_cast<std::int16_t>(port); }

/// The index, below `loads`, of the load that hop `hop` of a path adds to when it leaves `node` by `port`.
using LoadOf = std::function<int(int hop, int node, int port)>;

constexpr int kMostPasses = 200;
constexpr int kSmall = 32;  // nodes of a graph for which several plans cost nothing
constexpr unsigned kSeeds = 20;

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
      path.ports[hop] = narrow(best_[node].port);
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

/// One path for each ordered pair of nodes. Starts with any paths and replaces path after path while that
/// reduces the sum of the squares of all loads; `seed` decides among equal paths.
std::vector<GraphPath> balanced_paths(const FactorGraph& graph, int loads, const LoadOf& load_of,
                                      unsigned seed) {
  std::vector<GraphPath> paths;
  PathBalance balance(graph, loads, load_of, seed);
  for (int source = 0; source < graph.nodes(); ++source) {
    for (int destination = 0; destination < graph.nodes(); ++destination) {
      if (source == destination) continue;
      GraphPath& path = paths.emplace_back(GraphPath{source, destination, {}});
      for (int node = source; node != destination; node = graph.neighbor(node, path.ports.back())) {
        path.ports.push_back(narrow(graph.port_towards(node, destination)));
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

/// A message on its way.
struct Traveller {
  explicit Traveller(const GraphPath& its_path) : path(&its_path), node(its_path.source) {}

  const GraphPath* path;
  int node;
  std::size_t hop = 0;
  int ready = 0;  // the first step in which it can go on
  int round = 0;  // of its next hop among those of all messages

  std::size_t left() const { return path->ports.size() - hop; }
  int port() const { return path->ports[hop]; }
};

void go(const FactorGraph& graph, Traveller& traveller, int step, ExchangeSteps& steps) {
  if (steps.size() <= static_cast<std::size_t>(step)) steps.resize(step + 1);
  const int port = traveller.port();
  steps[step].push_back(
      {traveller.node, 0, narrow(port + 1), traveller.path->source, traveller.path->destination});
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
  std::vector<Traveller> messages(paths.begin(), paths.end());
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
    const std::vector<int> rounds = bipartite_edge_colouring(nodes, nodes, hops);
    for (std::size_t i = 0; i < moving.size(); ++i) moving[i]->round = rounds[i];
    std::ranges::stable_sort(moving, {}, &Traveller::round);
    for (Traveller* const message : moving) {
      const int from = message->node, to = graph.neighbor(from, message->port());
      int step = message->ready;
      while (sends.at(from, step) || receives.at(to, step)) ++step;
      sends.set(from, step);
      receives.set(to, step);
      go(graph, *message, step, steps);
    }
  }
  return steps;
}

ExchangeSteps all_port(const FactorGraph& graph, unsigned seed) {
  const auto paths = balanced_paths(
      graph, graph.nodes() * graph.ports(),
      [&](int, int node, int port) { return node * graph.ports() + port; }, seed);
  std::vector<Traveller> messages(paths.begin(), paths.end());
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
        step.push_back({map[node], 0, narrow(port + 1), map[0], map[destination]});
      }
      node = next;
    }
  }
  return steps;
}

/// One-port: all first hops, then all second hops and so on. Each set takes as many steps as its busiest
/// sender or receiver has hops (edge colouring of a bipartite multigraph, Koenig). At the end every hop moves
/// to the first possible step. If the steps exceed bound (3) and the graph is found to be a Cayley graph, all
/// nodes send displacement after displacement instead, which meets the bound. All-port: channels are loaded
/// evenly, and the message with the farthest to go is first.
ExchangeSteps graph_exchange(const FactorGraph& graph, PortModel ports) {
  const Dimension line{graph.nodes(), Line::kGraph, std::make_shared<const FactorGraph>(graph)};
  const auto least = static_cast<std::size_t>(line_exchange_steps(line, ports));
  ExchangeSteps best;
  const unsigned tries = graph.nodes() <= kSmall ? kSeeds : 1;
  for (unsigned seed = 1; seed <= tries && (best.empty() || best.size() > least); ++seed) {
    ExchangeSteps steps = ports == PortModel::kOnePort ? one_port(graph, seed) : all_port(graph, seed);
    if (best.empty() || steps.size() < best.size()) best = std::move(steps);
  }
  if (ports == PortModel::kOnePort && best.size() > least) {
    if (const auto maps = regular_automorphisms(graph)) return by_group(graph, *maps);
  }
  return best;
}

/// Displacement by displacement, all nodes alike: on a Cayley graph there is no contention.
ExchangeSteps by_displacements(const Dimension& line) {
  const int n = line.side;
  ExchangeSteps steps;
  for (int d = 1; d < n; ++d) {
    const bool back = line.line == Line::kRing && 2 * d > n;
    const int step = line.line == Line::kComplete ? d : back ? -1 : +1;
    const int hops = line.line == Line::kComplete ? 1 : back ? n - d : d;
    for (int h = 0; h < hops; ++h) {
      ExchangeStep& now = steps.emplace_back();
      for (int v = 0; v < n; ++v) now.push_back({(v + step * h + n) % n, 0, narrow(step), v, (v + d) % n});
    }
  }
  return steps;
}

struct Waiting {
  int left;  // hops to go
  int source, destination;
  bool operator<(const Waiting& other) const {
    return left != other.left ? left < other.left : source > other.source;
  }
};

/// Messages wait at their nodes, apart for the two directions; in a step the farthest to go leaves on every
/// channel that `open(step, node, direction)` admits.
ExchangeSteps by_queues(const Dimension& line, const std::function<bool(int, int, int)>& open) {
  const int n = line.side;
  std::vector<std::vector<Waiting>> queues(2 * n);  // heaps
  const auto queue = [&](int node, int direction) -> std::vector<Waiting>& {
    return queues[2 * node + (direction < 0 ? 1 : 0)];
  };
  const auto push = [&](int node, int direction, const Waiting& message) {
    auto& heap = queue(node, direction);
    heap.push_back(message);
    std::push_heap(heap.begin(), heap.end());
  };
  for (int v = 0; v < n; ++v) {
    for (int w = 0; w < n; ++w) {
      if (w == v) continue;
      int away = w - v;
      if (line.line == Line::kRing) {
        away = (away + n) % n;
        if (2 * away > n || (2 * away == n && v % 2 != 0)) away -= n;
      }
      push(v, away, {std::abs(away), v, w});
    }
  }
  ExchangeSteps steps;
  for (std::int64_t left = std::int64_t{n} * (n - 1); left > 0;) {
    ExchangeStep now;
    std::vector<std::tuple<int, int, Waiting>> arrivals;  // they wait from the next step on
    for (int v = 0; v < n; ++v) {
      for (const int direction : {+1, -1}) {
        auto& heap = queue(v, direction);
        if (heap.empty() || !open(static_cast<int>(steps.size()), v, direction)) continue;
        std::pop_heap(heap.begin(), heap.end());
        Waiting message = heap.back();
        heap.pop_back();
        now.push_back({v, 0, narrow(direction), message.source, message.destination});
        if (--message.left == 0) {
          --left;
        } else {
          arrivals.emplace_back((v + direction + n) % n, direction, message);
        }
      }
    }
    for (const auto& [node, direction, message] : arrivals) push(node, direction, message);
    steps.push_back(std::move(now));
  }
  return steps;
}

ExchangeSteps all_at_once(int n) {
  ExchangeStep step;
  for (int v = 0; v < n; ++v) {
    for (int d = 1; d < n; ++d) step.push_back({v, 0, narrow(d), v, (v + d) % n});
  }
  return {step};
}

}  // namespace

ExchangeSteps line_exchange(const Dimension& line, PortModel ports) {
  if (line.graph) return graph_exchange(*line.graph, ports);
  if (ports == PortModel::kOnePort) {
    if (line.line != Line::kArray) return by_displacements(line);
    const int middle = (line.side - 2) / 2;
    return by_queues(line, [middle](int step, int node, int direction) {
      const int link = direction > 0 ? node : node - 1;
      return (link - middle + step) % 2 == 0;
    });
  }
  if (line.line == Line::kComplete) return all_at_once(line.side);
  return by_queues(line, [](int, int, int) { return true; });
}

}  // namespace torusim
