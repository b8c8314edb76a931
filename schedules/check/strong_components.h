#pragma once
/// Strongly connected components of a graph (Tarjan: Depth-First Search and Linear Graph Algorithms).

#include <algorithm>
#include <cstdint>
#include <vector>

namespace torusim {

/// The component of each vertex 0 .. size - 1. `successors(v, visit)` calls visit(w) for each edge from v to
/// w.
template <typename Successors>
std::vector<std::uint32_t> strong_components(std::size_t size, Successors successors) {
  constexpr std::uint32_t kNew = 0, kDone = ~std::uint32_t{0};
  std::vector<std::uint32_t> component(size, 0), seen(size, kNew), low(size, 0);  // seen: order of visits
  std::vector<std::uint32_t> open;  // visited, component unknown
  struct Step {
    std::uint32_t vertex;
    std::vector<std::uint32_t> left;  // successors still to be visited
  };
  std::vector<Step> path;
  std::uint32_t visits = 0, components = 0;
  const auto enter = [&](std::uint32_t vertex) {
    seen[vertex] = low[vertex] = ++visits;
    open.push_back(vertex);
    path.push_back({vertex, {}});
    successors(vertex, [&](std::size_t to) { path.back().left.push_back(static_cast<std::uint32_t>(to)); });
  };
  for (std::uint32_t root = 0; root < size; ++root) {
    if (seen[root] == kNew) enter(root);
    while (!path.empty()) {
      const std::uint32_t at = path.back().vertex;
      if (!path.back().left.empty()) {
        const std::uint32_t to = path.back().left.back();
        path.back().left.pop_back();
        if (seen[to] == kNew) {
          enter(to);
        } else if (seen[to] != kDone) {
          low[at] = std::min(low[at], seen[to]);
        }
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back().vertex] = std::min(low[path.back().vertex], low[at]);
      if (low[at] != seen[at]) continue;
      for (std::uint32_t member = kDone; member != at;) {
        member = open.back();
        open.pop_back();
        component[member] = components;
        seen[member] = kDone;
      }
      ++components;
    }
  }
  return component;
}

}  // namespace torusim
