#include "schedules/core/edge_colouring.h"

#include <algorithm>

namespace torusim {
namespace {

constexpr int kNoEdge = -1;

/// The edge of each colour at each node, left ones first.
class ColouredNodes {
 public:
  ColouredNodes(int nodes, int colours)
      : colours_(colours), edges_(static_cast<std::size_t>(nodes) * colours, kNoEdge) {}

  int& edge(int node, int colour) { return edges_[static_cast<std::size_t>(node) * colours_ + colour]; }
  int free_colour(int node) {
    int colour = 0;
    while (edge(node, colour) != kNoEdge) ++colour;
    return colour;
  }

 private:
  int colours_;
  std::vector<int> edges_;
};

int most_edges_at_a_node(int nodes, const std::vector<std::pair<int, int>>& ends) {
  std::vector<int> degree(nodes);
  int most = 0;
  for (const auto& [a, b] : ends) most = std::max({most, ++degree[a], ++degree[b]});
  return most;
}

}  // namespace

std::vector<int> bipartite_edge_colouring(int left, int right,
                                          const std::vector<std::pair<int, int>>& edges) {
  std::vector<std::pair<int, int>> ends = edges;
  for (auto& [a, b] : ends) b += left;
  ColouredNodes nodes(left + right, most_edges_at_a_node(left + right, ends));
  std::vector<int> colours(edges.size());
  for (std::size_t e = 0; e < ends.size(); ++e) {
    const auto [a, b] = ends[e];
    const int at_a = nodes.free_colour(a), at_b = nodes.free_colour(b);
    // Along the path of these two colours from b they are exchanged. It never comes to a: it enters left
    // nodes by the colour that a has free.
    std::vector<int> path;
    for (int node = b, colour = at_a; nodes.edge(node, colour) != kNoEdge;) {
      const int edge = path.emplace_back(nodes.edge(node, colour));
      node = ends[edge].first == node ? ends[edge].second : ends[edge].first;
      colour = colour == at_a ? at_b : at_a;
    }
    for (const int edge : path) {
      for (const int node : {ends[edge].first, ends[edge].second}) nodes.edge(node, colours[edge]) = kNoEdge;
    }
    for (const int edge : path) {
      colours[edge] = colours[edge] == at_a ? at_b : at_a;
      for (const int node : {ends[edge].first, ends[edge].second}) nodes.edge(node, colours[edge]) = edge;
    }
    colours[e] = at_a;
    nodes.edge(a, at_a) = nodes.edge(b, at_a) = static_cast<int>(e);
  }
  return colours;
}

}  // namespace torusim
