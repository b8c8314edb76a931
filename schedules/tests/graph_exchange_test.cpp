// Total exchange in single hops: along lines, and on products with any graphs.

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "schedules/algorithms/line_exchange.h"
#include "schedules/algorithms/registry.h"
#include "schedules/algorithms/regular_automorphisms.h"
#include "schedules/check/check.h"
#include "schedules/core/factor_catalogue.h"
#include "schedules/core/schedule.h"
#include "schedules/formulas/product_closed_forms.h"
#include "schedules/tests/made.h"

namespace torusim {
namespace {

// Total exchange in single hops, replayed message by message: a second judge beside the checker.

struct Replay {
  int steps = 0;
  std::int64_t sends = 0;         ///< messages over channels, in all steps
  std::int64_t undelivered = 0;   ///< messages that are not home at the end
  std::int64_t not_held = 0;      ///< sends of a message that the node does not hold
  std::int64_t fewest_sends = 0;  ///< in a step
  bool one_port = true;           ///< no node sends or receives twice in a step
  bool channels_once = true;      ///< no channel carries two messages in a step
};

Replay replay(Schedule& schedule) {
  const Topology& topology = schedule.info().topology;
  Replay result;
  const std::int64_t nodes = topology.nodes();
  std::vector<NodeId> at(nodes * nodes);  // of message source * nodes + destination
  for (std::int64_t i = 0; i < nodes * nodes; ++i) at[i] = static_cast<NodeId>(i / nodes);
  // Steps in which a node last sent and received, and a channel was last used.
  std::vector<int> sent(nodes, -1), received(nodes, -1), used(nodes * topology.network_ports(), -1);
  const auto first = [&](std::vector<int>& last, std::int64_t i) {
    return std::exchange(last[i], result.steps) != result.steps;
  };
  schedule.rewind();
  for (Phase phase; schedule.next(phase); ++result.steps) {
    std::vector<std::pair<std::int64_t, NodeId>> moved;
    for (const Transfer& transfer : phase.transfers) {
      const int port = topology.port(transfer.route[0].dimension, transfer.route[0].hops);
      const NodeId to = topology.neighbor(transfer.source, port);
      result.one_port &= first(sent, transfer.source);
      result.one_port &= first(received, to);
      result.channels_once &= first(used, std::int64_t{transfer.source} * topology.network_ports() + port);
      const Block block = transfer.blocks.front(topology);
      const std::int64_t message = block.source * nodes + block.destination;
      result.not_held += at[message] != transfer.source;
      moved.emplace_back(message, to);
    }
    for (const auto& [message, node] : moved) at[message] = node;
    const auto sends = static_cast<std::int64_t>(phase.transfers.size());
    result.sends += sends;
    result.fewest_sends = result.steps == 0 ? sends : std::min(result.fewest_sends, sends);
  }
  schedule.rewind();
  for (std::int64_t i = 0; i < nodes * nodes; ++i) result.undelivered += at[i] != i % nodes;
  return result;
}

// Total exchange on rings, linear arrays and complete graphs in single hops: the tables of steps.

constexpr PortModel kOne = PortModel::kOnePort, kAll = PortModel::kAllPort;

TEST(LineExchange, StepsOfTheClosedForms) {
  for (const Line line : {Line::kRing, Line::kArray, Line::kComplete}) {
    for (const PortModel ports : {kOne, kAll}) {
      for (int n = 2; n <= 40; ++n) {
        EXPECT_EQ(static_cast<std::int64_t>(line_exchange({n, line}, ports).size()),
                  line_exchange_steps({n, line}, ports))
            << n;
      }
    }
  }
}

// Every message home on a shortest path, by the checker and by the replay.
TEST(LineExchange, DeliversEveryMessageOnShortestPaths) {
  for (const char* kind : {"ring", "path", "complete"}) {
    for (const char* ports : {"one", "all"}) {
      for (const int n : {2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 20, 25, 32}) {
        const std::string shape = fmt::format("{}:{}", kind, n);
        if (n > 16 && shape.starts_with("complete") && std::string(ports) == "all") continue;
        SCOPED_TRACE(shape + " " + ports);
        const auto schedule = test::made("te-a1", shape, {{"ports", ports}});
        EXPECT_TRUE(check(*schedule).correct());
        const Replay replayed = replay(*schedule);
        EXPECT_EQ(replayed.undelivered + replayed.not_held, 0);
        EXPECT_EQ(replayed.sends, total_status(schedule->info().topology));
        EXPECT_TRUE(replayed.channels_once);
        if (std::string(ports) == "all") continue;
        EXPECT_TRUE(replayed.one_port);
        // Rings and complete graphs waste no send: they reach bound (3).
        if (shape[0] != 'p') {
          EXPECT_EQ(replayed.fewest_sends, n);
        }
      }
    }
  }
}

// A node inside an array must receive v (n-v) + (n-1-v)(v+1) messages one at a time: no one-port schedule can
// be shorter, and bound (3) is out of reach from three nodes on.
TEST(LineExchange, OnePortArraysAreOptimalAboveBoundThree) {
  for (std::int64_t n = 2; n <= 40; ++n) {
    std::int64_t most = 0;
    for (std::int64_t v = 0; v < n; ++v) most = std::max(most, v * (n - v) + (n - 1 - v) * (v + 1));
    const Dimension line{static_cast<int>(n), Line::kArray};
    EXPECT_EQ(line_exchange_steps(line, kOne), most);
    if (n >= 3) {
      EXPECT_GT(static_cast<double>(most), average_status(Topology({line})).value());
    }
  }
}

// Total exchange on products with any graphs: the bounds of Dimakopoulos and Dimopoulos, met by runs of every
// vertex-transitive factor that has a name.

struct Golden {
  const char* factor;
  std::int64_t one, all;  // steps
  std::int64_t status;
};
constexpr Golden kGolden[] = {
    {"petersen", 15, 5, 15},        {"desargues", 50, 17, 50},         {"circulant-13-1-5", 20, 5, 20},
    {"circulant-8-1-4", 11, 4, 11}, {"hypercube-3", 12, 4, 12},        {"hypercube-4", 32, 8, 32},
    {"star-4", 62, 21, 62},         {"folded-hypercube-4", 25, 5, 25}, {"bipartite-5", 13, 3, 13},
    {"moebius-kantor", 34, 12, 34}, {"dodecahedron", 52, 17, 50},      {"nauru", 62, 21, 62}};

// One-port the status of a node, which bound (3) is, or two steps more for the dodecahedron; all-port the
// load of a channel when all are loaded alike.
TEST(GraphExchange, NamedFactorsMeetTheBounds) {
  for (const Golden& golden : kGolden) {
    SCOPED_TRACE(golden.factor);
    const std::string shape = fmt::format("product:{}", golden.factor);
    for (const bool all : {false, true}) {
      const auto schedule = test::made("te-a1", shape, {{"ports", all ? "all" : "one"}});
      const Topology& topology = schedule->info().topology;
      EXPECT_EQ(schedule->info().phases, all ? golden.all : golden.one);
      EXPECT_EQ(line_exchange_steps(topology.dimension(0), all ? PortModel::kAllPort : PortModel::kOnePort),
                all ? golden.all : golden.status);
      EXPECT_EQ(average_status(topology), (Ratio{golden.status, 1}));
      EXPECT_TRUE(check(*schedule).correct());
      const Replay replayed = replay(*schedule);
      EXPECT_EQ(replayed.undelivered + replayed.not_held, 0);
      EXPECT_TRUE(replayed.channels_once);
      EXPECT_TRUE(all || replayed.one_port);
    }
  }
}

// Sabidussi: a Cayley graph has a regular group. Petersen's and the dodecahedron are known not to be any.
TEST(RegularAutomorphisms, AreThoseOfCayleyGraphs) {
  for (const char* name :
       {"moebius-kantor", "nauru", "star-4", "circulant-13-1-5", "hypercube-4", "bipartite-5"}) {
    const auto graph = make_factor(name);
    const auto maps = regular_automorphisms(*graph);
    ASSERT_TRUE(maps) << name;
    for (int v = 0; v < graph->nodes(); ++v) {
      EXPECT_EQ((*maps)[v][0], v);
      std::set<int> images;
      for (int a = 0; a < graph->nodes(); ++a) {
        images.insert((*maps)[a][v]);
        for (int b = 0; b < graph->nodes(); ++b) {
          EXPECT_EQ(graph->distance((*maps)[v][a], (*maps)[v][b]), graph->distance(a, b)) << name;
        }
      }
      EXPECT_EQ(images.size(), static_cast<std::size_t>(graph->nodes())) << name << ": regular";
    }
  }
  for (const char* name : {"petersen", "desargues", "dodecahedron", "generalised-petersen-7-2"}) {
    EXPECT_FALSE(regular_automorphisms(*make_factor(name))) << name;
  }
}

// What is not vertex-transitive: right, on shortest paths, and not below the bounds.
RC_GTEST_PROP(GraphExchangeProperty, AnyGraphIsServedAboveTheBounds, ()) {
  const int nodes = *rc::gen::inRange(2, 14);
  std::set<std::pair<int, int>> edges;
  for (int v = 1; v < nodes; ++v) edges.emplace(*rc::gen::inRange(0, v), v);
  for (int more = *rc::gen::inRange(0, 20); more > 0; --more) {
    const int a = *rc::gen::inRange(0, nodes), b = *rc::gen::inRange(0, nodes);
    if (a != b) edges.insert(std::minmax(a, b));
  }
  const auto graph =
      std::make_shared<const FactorGraph>("random", nodes, std::vector(edges.begin(), edges.end()));
  const Topology topology({{nodes, Line::kGraph, graph}});
  for (const char* ports : {"one", "all"}) {
    const auto schedule = make_schedule("te-a1", topology, {{"ports", ports}});
    const auto model = std::string_view(ports) == "one" ? PortModel::kOnePort : PortModel::kAllPort;
    RC_ASSERT(schedule->info().phases >= line_exchange_steps(topology.dimension(0), model));
    RC_ASSERT(check(*schedule, {.dependencies = false}).correct());
    RC_ASSERT(replay(*schedule).sends == graph->total_status());
  }
}

TEST(GraphExchange, OtherAlgorithmsSayWhichRun) {
  EXPECT_EQ(test::refused("t4", "product:petersen,4"),
            "t4 on product:petersen,4: t4 needs dimensions that are rings, paths or complete graphs; nearest "
            "for complete-exchange on other graphs: exchange, te-a1, te-a2, direct, planned");
  EXPECT_EQ(test::refused("swing", "product:petersen"),
            "swing on product:petersen: swing needs dimensions that are rings, paths or complete graphs; "
            "nearest for all-reduce on other graphs: planned");
}

}  // namespace
}  // namespace torusim
