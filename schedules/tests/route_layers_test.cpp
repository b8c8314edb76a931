// Which messages can wait for each other in a circle, and the layers that keep the paths of graphs out of it.
#include "schedules/algorithms/route_layers.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "schedules/algorithms/registry.h"
#include "schedules/check/channel_dependencies.h"
#include "schedules/check/check.h"
#include "schedules/check/circle_of_waits.h"

namespace torusim {
namespace {

Topology product_of(const std::shared_ptr<const FactorGraph>& graph) {
  return Topology({{graph->nodes(), Line::kGraph, graph}});
}

/// The routes of all pairs, each in its layer as a class, have no cycle; and all layers are used.
void expect_acyclic(const FactorGraph& graph) {
  const RouteLayers layers(graph);
  const Topology topology = product_of(std::make_shared<FactorGraph>(graph));
  ChannelDependencies dependencies(topology, 1);
  std::set<int> used;
  for (NodeId from = 0; from < topology.nodes(); ++from) {
    for (NodeId to = 0; to < topology.nodes(); ++to) {
      if (from == to || graph.distance(from, to) > Route::kMaxRuns) continue;
      dependencies.add(from, dimension_order_route(topology, from, to), layers.layer(from, to));
      used.insert(layers.layer(from, to));
    }
  }
  EXPECT_TRUE(dependencies.cycle().empty()) << graph.name();
  EXPECT_EQ(static_cast<int>(used.size()), layers.count()) << graph.name();
  EXPECT_EQ(*used.rbegin(), layers.count() - 1) << graph.name();
}

TEST(RouteLayers, HaveNoCycles) {
  for (const auto& [shape, count] : {std::pair{"product:petersen", 2},
                                     {"product:moebius-kantor", 3},
                                     {"product:nauru", 3},
                                     {"product:circulant-7-1-2-3", 1},
                                     {"product:circulant-20-1", 2},
                                     {"product:hypercube-5", 2},
                                     {"product:star-4", 3},
                                     {"product:bipartite-5", 2}}) {
    const Topology topology = Topology::parse(shape);
    const FactorGraph& graph = *topology.graph(0);
    expect_acyclic(graph);
    EXPECT_EQ(RouteLayers(graph).count(), count) << shape;
  }
}

TEST(RouteLayers, HaveNoCyclesOnRandomGraphs) {
  std::mt19937 random(7);
  for (int nodes = 3; nodes <= 40; ++nodes) {
    std::set<std::pair<int, int>> edges;  // a tree and some more
    for (int v = 1; v < nodes; ++v) edges.emplace(static_cast<int>(random() % std::min(v, 8)), v);
    for (int i = 0; i < nodes / 2; ++i) {
      const int a = static_cast<int>(random() % nodes), b = static_cast<int>(random() % nodes);
      if (a != b) edges.emplace(std::min(a, b), std::max(a, b));
    }
    expect_acyclic(FactorGraph(fmt::format("random of {}", nodes), nodes, {edges.begin(), edges.end()}));
  }
}

// A message along several graphs has a layer of each.
TEST(RouteLayers, AreCombinedInProducts) {
  for (const char* shape :
       {"product:petersen,star-3", "product:3,petersen", "product:circulant-5-1,4m,star-3"}) {
    const auto schedule = make_schedule("direct", Topology::parse(shape));
    const CheckReport report = check(*schedule);
    EXPECT_TRUE(report.correct()) << shape;
    EXPECT_EQ(report.cycles.overall, std::vector<std::string>{}) << shape;
  }
}

TEST(CircleOfWaits, DependsOnWhatIsUnderWayTogether) {
  const auto circle = [](const char* name, const char* shape, const WaitingModel& model) {
    const CircleOfWaits found = find_circle_of_waits(*make_schedule(name, Topology::parse(shape)), model);
    return std::pair(found.channels.size(), found.phase);
  };
  constexpr auto kNone = Synchronisation::kNone, kBarrier = Synchronisation::kBarrier,
                 kPriority = Synchronisation::kPriority;
  using Found = std::pair<std::size_t, std::string>;
  EXPECT_EQ(circle("direct", "torus:4x4", {kBarrier, 1}), Found(4, "J2"));
  EXPECT_EQ(circle("direct", "torus:4x4", {kBarrier, 2}), Found(0, ""));
  // The phases of T4 close no cycle, all of them together do.
  EXPECT_EQ(circle("t4", "torus:8x8", {kBarrier, 1}), Found(0, ""));
  EXPECT_EQ(circle("t4", "torus:8x8", {kPriority, 1}), Found(0, ""));
  EXPECT_EQ(circle("t4", "torus:8x8", {kNone, 1}).first, 8u);
  EXPECT_EQ(circle("t4", "torus:8x8", {kNone, 2}), Found(0, ""));
  // A class keeps two layers apart, but priorities are the phases'.
  EXPECT_EQ(circle("direct", "product:moebius-kantor", {kBarrier, 1}), Found(0, ""));
  EXPECT_EQ(circle("direct", "product:moebius-kantor", {kPriority, 1}), Found(8, "J2"));
  // J2 of a ring of 4: two messages of 1 + 3 flits on each channel.
  EXPECT_EQ(circle("direct", "ring:4", {kBarrier, 1, 3, 7}), Found(4, "J2"));
  EXPECT_EQ(circle("direct", "ring:4", {kBarrier, 1, 3, 8}), Found(0, ""));
}

}  // namespace
}  // namespace torusim
