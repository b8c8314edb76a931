// Circles of waits: graphs without cycles, and the layers and lanes that keep routes out of circles.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <random>
#include <set>

#include "schedules/algorithms/registry.h"
#include "schedules/algorithms/route_layers.h"
#include "schedules/check/channel_dependencies.h"
#include "schedules/check/check.h"
#include "schedules/check/deadlock_verdict.h"
#include "schedules/core/acyclic_graph.h"
#include "schedules/core/error.h"
#include "schedules/tests/contention.h"

namespace torusim {
namespace {

using Edges = std::set<std::pair<int, int>>;

/// By taking away vertices without a successor for as long as there are any.
bool has_cycle(Edges edges, int vertices) {
  for (int round = 0; round < vertices && !edges.empty(); ++round) {
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

// Duato's extended graph of the escape lanes of adaptive routing: an escape channel depends on the next one
// of its worm, directly or by way of adaptive channels. Lanes by destination close no cycle, so every torus
// and mesh is free. The dateline rule without memory of adaptive hops, lanes by history, closes cycles.

struct Escape {
  NodeId node;
  int port, lane;
};

/// The escape channel that a worm takes at `from`; `held` is its escape channel right before, if any.
Escape escape(const Topology& t, bool by_history, NodeId from, NodeId to, const Escape* held) {
  const Run run = dimension_order_route(t, from, to)[0];
  const int d = run.dimension, port = t.port(d, run.hops), end = t.coordinate(from, d) + run.hops;
  if (!by_history) return {from, port, end < 0 || end >= t.side(d) ? 0 : 1};
  const bool straight = held != nullptr && t.port_dimension(held->port) == d;
  return {from, port, t.crosses_dateline(from, port) ? 1 : straight ? held->lane : 0};
}

/// The nodes that adaptive channels lead to, but for the destination.
std::set<NodeId> adaptive_ways(const Topology& t, NodeId from, NodeId to) {
  std::set<NodeId> found;
  for (int port = 0; port < t.network_ports(); ++port) {
    if (!t.has_channel(from, port)) continue;
    const NodeId next = t.neighbor(from, port);
    if (next == to || t.distance(next, to) >= t.distance(from, to) || !found.insert(next).second) continue;
    found.merge(adaptive_ways(t, next, to));
  }
  return found;
}

bool escape_lanes_have_a_cycle(const Topology& t, bool by_history) {
  const auto vertex = [&](const Escape& e) { return (e.node * t.network_ports() + e.port) * 2 + e.lane; };
  Edges edges;
  for (NodeId to = 0; to < t.nodes(); ++to) {
    std::vector<Escape> open;
    std::set<int> seen;
    const auto reach = [&](const Escape& e) {
      if (seen.insert(vertex(e)).second) open.push_back(e);
    };
    for (NodeId from = 0; from < t.nodes(); ++from) {
      if (from != to) reach(escape(t, by_history, from, to, nullptr));
    }
    for (std::size_t i = 0; i < open.size(); ++i) {
      const Escape held = open[i];
      const NodeId next = t.neighbor(held.node, held.port);
      if (next == to) continue;
      const Escape straight_on = escape(t, by_history, next, to, &held);
      edges.emplace(vertex(held), vertex(straight_on));
      reach(straight_on);
      for (const NodeId later : adaptive_ways(t, next, to)) {
        edges.emplace(vertex(held), vertex(escape(t, by_history, later, to, nullptr)));
      }
    }
  }
  return has_cycle(std::move(edges), t.nodes() * t.network_ports() * 2);
}

TEST(EscapeLanes, ByHistoryTheyCloseCycles) {
  for (const char* shape : {"torus:4x4", "torus:5x4", "torus:4x4x4"}) {
    EXPECT_TRUE(escape_lanes_have_a_cycle(Topology::parse(shape), true)) << shape;
  }
}

RC_GTEST_PROP(EscapeLanes, ByDestinationTheyCloseNoCycle, ()) {
  std::vector<Dimension> sides;
  const int dimensions = *rc::gen::inRange(1, 4);
  for (int d = 0; d < dimensions; ++d) {
    sides.push_back({*rc::gen::inRange(2, dimensions == 1   ? 11
                                          : dimensions == 2 ? 8
                                                            : 5),
                     *rc::gen::element(Line::kArray, Line::kRing, Line::kRing)});
  }
  RC_ASSERT(!escape_lanes_have_a_cycle(Topology(sides), false));
}

// Which messages can wait for each other in a circle, and the layers that keep the paths of graphs out of it.

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

// Local synchronisation: what meets without it, and that nothing does with it.

Contention contention_of(const std::string& name, const std::string& shape, Synchronisation sync,
                         const AlgorithmOptions& options = {}) {
  return contention(*make_schedule(name, Topology::parse(shape), options), sync);
}

// 16 pairs of the patterns on 8 nodes, 96 on 16 (both trees), less those of the phase SP_{d-2} of direction
// -, whose messages are empty: 4 on 8 nodes and 16 on 16.
TEST(Contention, WithoutSynchronisationMessagesMeet) {
  EXPECT_EQ(contention_of("ring-gs", "ring:8", Synchronisation::kNone).channel_pairs, 12);
  EXPECT_EQ(contention_of("ring-gs", "ring:16", Synchronisation::kNone).channel_pairs, 80);
  EXPECT_GT(contention_of("ring-gs", "ring:16", Synchronisation::kNone).receiver_pairs, 0);
}

TEST(Contention, SignalsKeepRingsFree) {
  for (int n = 5; n <= 48; ++n) {
    for (const char* rule : {"A", "S", "E", "F"}) {
      const auto found =
          contention_of("ring-gs", "ring:" + std::to_string(n), Synchronisation::kLocal, {{"rule", rule}});
      EXPECT_EQ(found.channel_pairs + found.receiver_pairs, 0) << n << ' ' << rule << ": " << found.first;
    }
  }
}

TEST(Contention, SignalsKeepToriFree) {
  const std::vector<std::pair<const char*, const char*>> cases{{"t1", "torus:8x12"},
                                                               {"t4", "torus:16x16"},
                                                               {"t4", "torus:12x20"},
                                                               {"c1", "torus:3x4x5"},
                                                               {"c64", "torus:8x8x8"}};
  for (const auto& [name, shape] : cases) {
    const auto found = contention_of(name, shape, Synchronisation::kLocal);
    EXPECT_EQ(found.channel_pairs + found.receiver_pairs, 0) << shape << ": " << found.first;
  }
}

int barriers_of(Schedule& schedule) {
  int result = 0;
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) result += phase.barrier_before;
  schedule.rewind();
  return result;
}

// Section 7.1: 2d - 5 barriers keep channels free, and none of them can be left out; receivers need one more.
TEST(Contention, FewBarriersKeepChannelsFree) {
  for (int d = 3; d <= 6; ++d) {
    const Topology ring = Topology::parse("ring:" + std::to_string(1 << d));
    auto few = make_schedule("ring-gs", ring, {{"local", "barriers"}});
    EXPECT_EQ(barriers_of(*few), 2 * d - 5);
    const Contention found = contention(*few, Synchronisation::kLocal);
    EXPECT_EQ(found.channel_pairs, 0) << found.first;
    EXPECT_GT(found.receiver_pairs, 0);
    auto stored = StoredSchedule::copy_of(*few);
    for (Phase& phase : stored.phases()) {
      if (!phase.barrier_before) continue;
      phase.barrier_before = false;
      EXPECT_GT(contention(stored, Synchronisation::kLocal).channel_pairs, 0) << d << ' ' << phase.name;
      phase.barrier_before = true;
    }
    auto more = make_schedule("ring-gs", ring, {{"local", "one-port-barriers"}});
    EXPECT_EQ(barriers_of(*more), 2 * d - 4);
    const Contention none = contention(*more, Synchronisation::kLocal);
    EXPECT_EQ(none.channel_pairs + none.receiver_pairs, 0) << none.first;
  }
}

TEST(Contention, FewBarriersOnOtherEvenRings) {
  for (int n = 6; n <= 48; n += 2) {
    for (const char* rule : {"A", "S", "E", "F"}) {
      const auto found = contention_of("ring-gs", "ring:" + std::to_string(n), Synchronisation::kLocal,
                                       {{"rule", rule}, {"local", "barriers"}});
      EXPECT_EQ(found.channel_pairs, 0) << n << ' ' << rule << ": " << found.first;
      const auto one_port = contention_of("ring-gs", "ring:" + std::to_string(n), Synchronisation::kLocal,
                                          {{"rule", rule}, {"local", "one-port-barriers"}});
      EXPECT_EQ(one_port.channel_pairs + one_port.receiver_pairs, 0)
          << n << ' ' << rule << ": " << one_port.first;
    }
  }
  EXPECT_THROW(make_schedule("ring-gs", Topology::parse("ring:13"), {{"local", "barriers"}}), InputError);
  EXPECT_THROW(make_schedule("ring-gs", Topology::parse("ring:4"), {{"local", "barriers"}}), InputError);
}

// Of the barriers that remain none can go: the one before SP_0 keeps receivers from two messages at once,
// those before the stages and between the dimensions of preprocessing keep channels and receivers free.
TEST(Contention, EveryRemainingBarrierIsNeeded) {
  auto generated = make_schedule("t4", Topology::parse("torus:16x16"));
  auto stored = StoredSchedule::copy_of(*generated);
  int barriers = 0;
  for (Phase& phase : stored.phases()) {
    if (!phase.barrier_before) continue;
    ++barriers;
    phase.barrier_before = false;
    const auto found = contention(stored, Synchronisation::kLocal);
    EXPECT_GT(found.channel_pairs + found.receiver_pairs, 0) << phase.name;
    phase.barrier_before = true;
  }
  EXPECT_EQ(barriers, 5);  // PreY, two stages, SP0 in each
}

TEST(Contention, EverySignalOfTheRingIsNeeded) {
  auto generated = make_schedule("ring-gs", Topology::parse("ring:16"));
  auto stored = StoredSchedule::copy_of(*generated);
  int signals = 0;
  for (Phase& phase : stored.phases()) {
    const std::vector<Signal> all = phase.signals;
    for (std::size_t i = 0; i < all.size(); ++i) {
      phase.signals.erase(phase.signals.begin() + static_cast<std::ptrdiff_t>(i));
      EXPECT_GT(contention(stored, Synchronisation::kLocal).channel_pairs, 0) << phase.name << ' ' << i;
      phase.signals = all;
      ++signals;
    }
  }
  EXPECT_EQ(signals, 32);
}

}  // namespace
}  // namespace torusim
