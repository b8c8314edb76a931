#include "schedules/core/acyclic_graph.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

namespace torusim {
namespace {

using Edges = std::set<std::pair<int, int>>;

/// By taking away vertices without a successor for as long as there are any.
bool has_cycle(Edges edges, int vertices) {
  for (int round = 0; round < vertices; ++round) {
    std::set<int> leading;
    for (const auto& [from, to] : edges) leading.insert(from);
    std::erase_if(edges, [&](const auto& edge) { return !leading.contains(edge.second); });
  }
  return !edges.empty();
}

RC_GTEST_PROP(AcyclicGraph, TakesExactlyThePathsThatCloseNoCycle, ()) {
  const int vertices = *rc::gen::inRange(2, 12);
  AcyclicGraph graph(static_cast<std::size_t>(vertices));
  Edges edges;
  const int paths = *rc::gen::inRange(1, 30);
  for (int i = 0; i < paths; ++i) {
    const auto path = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, vertices));
    Edges with = edges;
    for (std::size_t k = 1; k < path.size(); ++k) with.emplace(path[k - 1], path[k]);
    const bool cyclic = has_cycle(with, vertices);
    RC_ASSERT(graph.add(path) == !cyclic);
    if (!cyclic) edges = with;
  }
}

TEST(AcyclicGraph, ARefusedPathLeavesNothingBehind) {
  AcyclicGraph graph(4);
  EXPECT_TRUE(graph.add(std::vector{0, 1, 2}));
  EXPECT_FALSE(graph.add(std::vector{2, 3, 0}));
  EXPECT_TRUE(graph.add(std::vector{3, 2}));  // 2 > 3 is not there
}

}  // namespace
}  // namespace torusim
