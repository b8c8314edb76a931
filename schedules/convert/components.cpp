#include "schedules/convert/components.h"

#include <algorithm>

namespace torusim {

std::vector<std::int32_t> strong_components(std::int32_t nodes,
                                            const std::vector<std::pair<std::int32_t, std::int32_t>>& edges) {
  struct Visit {
    std::int32_t node;
    std::size_t edge;  // the next one to follow
  };
  std::vector<std::int32_t> result(nodes, -1), number(nodes, -1), low(nodes, 0), open;
  std::vector<Visit> path;  // no recursion: graphs are as deep as files are long
  std::int32_t visited = 0;
  const auto enter = [&](std::int32_t node) {
    number[node] = low[node] = visited++;
    open.push_back(node);
    const auto first = std::lower_bound(edges.begin(), edges.end(), std::pair(node, std::int32_t{0}));
    path.push_back({node, static_cast<std::size_t>(first - edges.begin())});
  };
  for (std::int32_t root = 0; root < nodes; ++root) {
    if (number[root] >= 0) continue;
    enter(root);
    while (!path.empty()) {
      const std::int32_t node = path.back().node;
      std::size_t& edge = path.back().edge;
      if (edge < edges.size() && edges[edge].first == node) {
        const std::int32_t to = edges[edge++].second;
        if (number[to] < 0) {
          enter(to);
        } else if (result[to] < 0) {
          low[node] = std::min(low[node], number[to]);
        }
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back().node] = std::min(low[path.back().node], low[node]);
      if (low[node] != number[node]) continue;
      const auto first = std::find(open.rbegin(), open.rend(), node).base() - 1;
      const std::int32_t name = *std::min_element(first, open.end());
      for (auto member = first; member != open.end(); ++member) result[*member] = name;
      open.erase(first, open.end());
    }
  }
  return result;
}

}  // namespace torusim
