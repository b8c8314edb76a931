#include "schedules/core/factor_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <numeric>
#include <vector>

#include "schedules/core/edge_colouring.h"
#include "schedules/core/error.h"

namespace torusim {

namespace {

// Maximum matching of a graph.

constexpr int kUnmatched = -1;

/// Grows one alternating tree and, where it meets a free node, turns the path to it.
class Augmentation {
 public:
  Augmentation(const std::vector<std::vector<int>>& neighbours, std::vector<int>& partner)
      : neighbours_(neighbours),
        partner_(partner),
        parent_(partner.size(), kUnmatched),
        base_(partner.size()),
        outer_(partner.size()) {
    for (std::size_t v = 0; v < base_.size(); ++v) base_[v] = static_cast<int>(v);
  }

  void from(int root) {
    reach(root);
    while (!queue_.empty()) {
      const int v = queue_.front();
      queue_.pop_front();
      for (const int w : neighbours_[v]) {
        if (base_[v] == base_[w] || partner_[v] == w) continue;
        if (w == root || (partner_[w] != kUnmatched && parent_[partner_[w]] != kUnmatched)) {
          shrink(v, w);
        } else if (parent_[w] == kUnmatched) {
          parent_[w] = v;
          if (partner_[w] == kUnmatched) return turn(w);
          reach(partner_[w]);
        }
      }
    }
  }

 private:
  void reach(int v) {
    if (outer_[v]) return;
    outer_[v] = true;
    queue_.push_back(v);
  }

  /// Both v and w are an even way from the root: the odd cycle through them becomes one node.
  void shrink(int v, int w) {
    const int top = common_base(v, w);
    std::vector<bool> inside(base_.size());
    mark(v, top, w, inside);
    mark(w, top, v, inside);
    for (std::size_t u = 0; u < base_.size(); ++u) {
      if (!inside[base_[u]]) continue;
      base_[u] = top;
      reach(static_cast<int>(u));
    }
  }
  int common_base(int v, int w) const {
    std::vector<bool> above(base_.size());
    for (v = base_[v];; v = base_[parent_[partner_[v]]]) {
      above[v] = true;
      if (partner_[v] == kUnmatched) break;
    }
    for (w = base_[w]; !above[w];) w = base_[parent_[partner_[w]]];
    return w;
  }
  void mark(int v, int top, int child, std::vector<bool>& inside) {
    while (base_[v] != top) {
      inside[base_[v]] = inside[base_[partner_[v]]] = true;
      parent_[v] = child;
      child = partner_[v];
      v = parent_[partner_[v]];
    }
  }
  void turn(int v) {
    while (v != kUnmatched) {
      const int before = parent_[v], next = partner_[before];
      partner_[v] = before;
      partner_[before] = v;
      v = next;
    }
  }

  const std::vector<std::vector<int>>& neighbours_;
  std::vector<int>& partner_;
  std::vector<int> parent_, base_;
  std::vector<bool> outer_;
  std::deque<int> queue_;
};

/// The partner of each node in a maximum matching, or -1. `neighbours` holds both directions of every edge.
/// Edmonds' blossoms, in time nodes^3.
std::vector<int> maximum_matching(const std::vector<std::vector<int>>& neighbours) {
  std::vector<int> partner(neighbours.size(), kUnmatched);
  for (std::size_t root = 0; root < neighbours.size(); ++root) {
    if (partner[root] == kUnmatched) Augmentation(neighbours, partner).from(static_cast<int>(root));
  }
  return partner;
}

using Edges = std::vector<std::pair<int, int>>;

std::vector<int> degrees(int nodes, const Edges& edges) {
  std::vector<int> result(nodes);
  for (const auto& [a, b] : edges) ++result[a], ++result[b];
  return result;
}

/// A matching that covers all nodes of the highest degree; empty if the matching found does not.
std::vector<int> covering_matching(int nodes, const Edges& edges) {
  std::vector<std::vector<int>> neighbours(nodes);
  for (const auto& [a, b] : edges) {
    neighbours[a].push_back(b);
    neighbours[b].push_back(a);
  }
  const std::vector<int> degree = degrees(nodes, edges);
  const int most = *std::max_element(degree.begin(), degree.end());
  std::vector<int> partner = maximum_matching(neighbours);
  for (int v = 0; v < nodes; ++v) {
    if (degree[v] == most && partner[v] < 0) return {};
  }
  return partner;
}

/// Every edge gets a direction, so that at each node as many leave as enter, or one more or less. A further
/// node is joined to nodes of odd degree, and the edges are walked in closed tours.
Edges oriented(int nodes, const Edges& edges) {
  std::vector<std::vector<std::pair<int, int>>> at(nodes + 1);  // far end and number of the edge
  int count = 0;
  const auto join = [&](int a, int b) {
    at[a].emplace_back(b, count);
    at[b].emplace_back(a, count++);
  };
  for (const auto& [a, b] : edges) join(a, b);
  const std::vector<int> degree = degrees(nodes, edges);
  for (int v = 0; v < nodes; ++v) {
    if (degree[v] % 2 != 0) join(nodes, v);
  }
  std::vector<bool> walked(count);
  Edges result;
  for (int start = 0; start <= nodes; ++start) {
    for (int v = start; !at[v].empty();) {
      const auto [w, edge] = at[v].back();
      at[v].pop_back();
      if (walked[edge]) continue;
      walked[edge] = true;
      if (v != nodes && w != nodes) result.emplace_back(v, w);
      v = w;
    }
  }
  return result;
}

}  // namespace

EdgePorts number_edges(int nodes, const Edges& edges) {
  const std::vector<int> degree = degrees(nodes, edges);
  const int most = *std::max_element(degree.begin(), degree.end());
  std::vector<int> partner;
  if (most % 2 != 0) partner = covering_matching(nodes, edges);
  Edges rest;
  for (const auto& [a, b] : edges) {
    if (partner.empty() || partner[a] != b) rest.emplace_back(a, b);
  }
  const Edges directed = oriented(nodes, rest);
  const std::vector<int> set = bipartite_edge_colouring(nodes, nodes, directed);
  const int sets = set.empty() ? 0 : *std::max_element(set.begin(), set.end()) + 1;

  EdgePorts result;
  result.ports = 2 * sets + (partner.empty() ? 0 : 1);
  for (int port = 0; port < 2 * sets; ++port) result.opposite.push_back(port ^ 1);
  if (!partner.empty()) result.opposite.push_back(2 * sets);
  result.to.resize(static_cast<std::size_t>(nodes) * result.ports);
  result.exists.resize(result.to.size());
  for (int v = 0; v < nodes; ++v) {
    for (int port = 0; port < result.ports; ++port)
      result.to[v * result.ports + port] = static_cast<std::int16_t>(v);
  }
  const auto lead = [&](int from, int port, int to, bool exists) {
    const auto at = static_cast<std::size_t>(from) * result.ports + port;
    result.to[at] = static_cast<std::int16_t>(to);
    result.exists[at] = exists;
  };
  for (std::size_t e = 0; e < directed.size(); ++e) {
    const auto [a, b] = directed[e];
    lead(a, 2 * set[e], b, true);
    lead(b, 2 * set[e] + 1, a, true);
  }
  for (int v = 0; v < nodes && !partner.empty(); ++v) {
    if (partner[v] >= 0) lead(v, 2 * sets, partner[v], true);
  }
  // The end of a path leads to its begin, over no channel.
  for (int port = 0; port < 2 * sets; port += 2) {
    for (int begin = 0; begin < nodes; ++begin) {
      const auto has = [&](int v, int p) {
        return result.exists[static_cast<std::size_t>(v) * result.ports + p];
      };
      if (has(begin, port + 1) || !has(begin, port)) continue;
      int end = begin;
      while (has(end, port)) end = result.to[static_cast<std::size_t>(end) * result.ports + port];
      lead(end, port, begin, false);
      lead(begin, port + 1, end, false);
    }
  }
  return result;
}

FactorGraph::FactorGraph(std::string name, int nodes, std::vector<std::pair<int, int>> edges)
    : name_(std::move(name)), nodes_(nodes), edges_(std::move(edges)) {
  for (auto& [a, b] : edges_) {
    if (a > b) std::swap(a, b);
  }
  std::sort(edges_.begin(), edges_.end());
  check_edges();
  ports_ = number_edges(nodes_, edges_);
  measure();
}

void FactorGraph::check_edges() const {
  const auto fail = [this](const std::string& why) { throw InputError(fmt::format("{}: {}", name_, why)); };
  if (nodes_ < 2 || nodes_ > kMaxNodes) {
    fail(fmt::format("{} nodes; a factor has 2 to {}", nodes_, int{kMaxNodes}));
  }
  if (edges_.empty()) fail("no edges");
  for (const auto& [a, b] : edges_) {
    if (a < 0 || b >= nodes_) fail(fmt::format("edge {} {}: nodes are 0 .. {}", a, b, nodes_ - 1));
    if (a == b) fail(fmt::format("edge {} {} joins a node with itself", a, b));
  }
  const auto twice = std::adjacent_find(edges_.begin(), edges_.end());
  if (twice != edges_.end()) fail(fmt::format("edge {} {} occurs twice", twice->first, twice->second));
}

/// Breadth first from every node.
void FactorGraph::measure() {
  distances_.assign(static_cast<std::size_t>(nodes_) * nodes_, -1);
  for (int from = 0; from < nodes_; ++from) {
    std::int16_t* const distance = &distances_[static_cast<std::size_t>(from) * nodes_];
    std::vector<int> reached{from};
    distance[from] = 0;
    for (std::size_t i = 0; i < reached.size(); ++i) {
      for (int port = 0; port < ports(); ++port) {
        const int to = neighbor(reached[i], port);
        if (!has_channel(reached[i], port) || distance[to] >= 0) continue;
        distance[to] = static_cast<std::int16_t>(distance[reached[i]] + 1);
        reached.push_back(to);
      }
    }
    const auto lost = std::find(distance, distance + nodes_, -1);
    if (lost != distance + nodes_) {
      throw InputError(
          fmt::format("{}: not connected: no path from node {} to node {}", name_, from, lost - distance));
    }
  }
}

int FactorGraph::diameter() const { return *std::max_element(distances_.begin(), distances_.end()); }

std::int64_t FactorGraph::status(int node) const {
  const auto first = distances_.begin() + static_cast<std::ptrdiff_t>(node) * nodes_;
  return std::accumulate(first, first + nodes_, std::int64_t{0});
}

std::int64_t FactorGraph::total_status() const {
  return std::accumulate(distances_.begin(), distances_.end(), std::int64_t{0});
}

int FactorGraph::least_degree() const {
  const std::vector<int> degree = degrees(nodes_, edges_);
  return *std::min_element(degree.begin(), degree.end());
}

std::int64_t FactorGraph::middle_channels() const {
  return std::count_if(edges_.begin(), edges_.end(), [this](const std::pair<int, int>& edge) {
    return edge.first < nodes_ / 2 && edge.second >= nodes_ / 2;
  });
}

int FactorGraph::port_towards(int a, int b) const {
  int port = 0;
  while (!has_channel(a, port) || distance(neighbor(a, port), b) >= distance(a, b)) ++port;
  return port;
}

}  // namespace torusim
