// Schedules found by search: as short as any can be, by the rules.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <set>

#include "schedules/algorithms/broadcast/flow_step.h"
#include "schedules/algorithms/broadcast/synthesis.h"
#include "schedules/formulas/collective_closed_forms.h"
#include "schedules/tests/broadcast/oracle.h"

namespace torusim {
namespace {

using broadcast::make_plan;
using broadcast::Plan;
using broadcast::Variant;
using test::fault;
using test::Links;

// A torus looks the same from every node and from every side: so do the schedules. (From node 330 of 10x61 a
// search of its own took 5 steps.)
TEST(MaxFlow, IsAsShortFromEveryNode) {
  for (const Topology& torus : {torus_of({10, 61}), torus_of({61, 10})}) {
    for (const NodeId source : {0, 330, 609}) {
      for (const Variant variant : {Variant::kMaxFlow, Variant::kAuto}) {
        const Plan plan = make_plan(variant, torus, source, 4);
        EXPECT_EQ(fault(torus, source, 4, plan, Links::kDirected), "") << torus.name() << source;
        EXPECT_EQ(plan.size(), variant == Variant::kMaxFlow ? 4u : 5u) << torus.name() << source;
      }
    }
  }
}

Line any_line() { return *rc::gen::element(Line::kRing, Line::kRing, Line::kArray, Line::kComplete); }

RC_GTEST_PROP(MaxFlow, IsABroadcastOnAnyTopology, ()) {
  std::vector<Dimension> dimensions;
  for (int d = *rc::gen::inRange(1, 5); d > 0; --d) {
    dimensions.push_back({*rc::gen::inRange(2, 7), any_line()});
  }
  const Topology topology(dimensions);
  const NodeId source = *rc::gen::inRange(0, topology.nodes());
  const int alpha = *rc::gen::inRange(1, topology.network_ports() + 1);
  const Plan plan = make_plan(Variant::kMaxFlow, topology, source, alpha);
  RC_ASSERT(fault(topology, source, alpha, plan, Links::kDirected) == "");
  RC_ASSERT(static_cast<int>(plan.size()) >= broadcast_lower_bound(topology, alpha));
}

// Structured prefix, then a flow step: also on tori of four unequal dimensions, which have no construction.
TEST(Automatic, RunsWhereThereIsNoConstruction) {
  const Topology torus = torus_of({3, 2, 4, 5});
  for (int alpha = 3; alpha <= 8; ++alpha) {
    const Plan plan = make_plan(Variant::kAuto, torus, 11, alpha);
    EXPECT_EQ(fault(torus, 11, alpha, plan, Links::kDirected), "");
    EXPECT_EQ(static_cast<int>(plan.size()), broadcast_lower_bound(torus, alpha)) << alpha;
  }
}

// Hypercubes, complete graphs and mixtures, all ports.
TEST(MaxFlow, ReachesTheLowerBoundOffTheTorus) {
  for (const auto& [shape, steps] : {std::pair{"hypercube:3", 2},
                                     {"hypercube:7", 3},
                                     {"hypercube:8", 3},
                                     {"complete:6", 1},
                                     {"complete:4x5", 2},
                                     {"torus:4x3mx5k", 2}}) {
    const Topology topology = Topology::parse(shape);
    const int alpha = topology.network_ports();
    const Plan plan = make_plan(Variant::kAuto, topology, 1, alpha);
    EXPECT_EQ(fault(topology, 1, alpha, plan, Links::kDirected), "") << shape;
    EXPECT_EQ(static_cast<int>(plan.size()), steps) << shape;
    EXPECT_LE(broadcast_lower_bound(topology, alpha), steps) << shape;
  }
}

/// Ford and Fulkerson on the plain graph: how many of `wanted` can receive at once.
class PlainFlow {
 public:
  PlainFlow(const Topology& topology, const std::vector<bool>& owners, const std::vector<bool>& wanted,
            int alpha)
      : capacity_(topology.nodes() + 2, std::vector<int>(topology.nodes() + 2)), source_(topology.nodes()) {
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      if (owners[node]) capacity_[source_][node] = alpha;
      if (wanted[node]) capacity_[node][source_ + 1] = 1;
      for (int port = 0; port < topology.network_ports(); ++port) {
        if (topology.has_channel(node, port)) ++capacity_[node][topology.neighbor(node, port)];
      }
    }
  }

  int most() {
    int flow = 0;
    while (true) {
      seen_.assign(capacity_.size(), false);
      if (!push(source_)) return flow;
      ++flow;
    }
  }

 private:
  bool push(std::size_t at) {
    if (at == static_cast<std::size_t>(source_) + 1) return true;
    seen_[at] = true;
    for (std::size_t to = 0; to < capacity_.size(); ++to) {
      if (capacity_[at][to] == 0 || seen_[to] || !push(to)) continue;
      --capacity_[at][to];
      ++capacity_[to][at];
      return true;
    }
    return false;
  }

  std::vector<std::vector<int>> capacity_;
  NodeId source_;
  std::vector<bool> seen_;
};

// In whatever order nodes are tried, as many are reached as possible, and on disjoint paths.
RC_GTEST_PROP(FlowStep, ReachesTheMostNodes, ()) {
  std::vector<Dimension> dimensions;
  for (int d = *rc::gen::element(1, 2, 2, 3); d > 0; --d) {
    dimensions.push_back({*rc::gen::resize(100, rc::gen::inRange(2, 6)), any_line()});
  }
  const Topology topology(dimensions);
  const int alpha = *rc::gen::inRange(1, topology.network_ports() + 1);
  const int share = *rc::gen::element(2, 3, 5, 10);  // one node in so many is an owner
  std::vector<bool> owners(topology.nodes()), wanted(topology.nodes());
  std::vector<NodeId> order;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    const int kind = *rc::gen::resize(100, rc::gen::inRange(0, 2 * share));
    owners[node] = kind < 2;
    wanted[node] = kind >= 2 && kind > share / 2;
    if (wanted[node]) order.insert(order.begin() + *rc::gen::inRange<std::size_t>(0, order.size() + 1), node);
  }
  const broadcast::ChannelMap channels(topology);
  broadcast::FlowStep flow(channels, owners, alpha);
  int reached = 0;
  for (const NodeId node : order) reached += flow.reach(node);
  RC_ASSERT(reached == PlainFlow(topology, owners, wanted, alpha).most());

  const auto sends = flow.sends();
  RC_ASSERT(static_cast<int>(sends->size()) == reached);
  std::set<std::pair<NodeId, int>> used;
  std::map<NodeId, int> sent;
  for (const broadcast::Send& send : *sends) {
    RC_ASSERT(owners[send.from] && wanted[send.to] && ++sent[send.from] <= alpha);
    send.route.for_each_channel(topology, send.from, [&](NodeId node, int port) {
      RC_ASSERT(topology.has_channel(node, port) && used.emplace(node, port).second);
    });
    RC_ASSERT(send.route.end_node(topology, send.from) == send.to);
  }
}

}  // namespace
}  // namespace torusim
