#include "schedules/core/factor_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "schedules/core/error.h"

namespace torusim {

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
  std::vector<int> degree(nodes_);
  for (const auto& [a, b] : edges_) ++degree[a], ++degree[b];
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
