// Nodes of a network that are a torus or mesh of their own.
#include "schedules/chakra/sub_torus.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace torusim {
namespace {

/// Chosen coordinates are found again, and routes of the shape lead to the same nodes in the network.
RC_GTEST_PROP(SubTorusOfNodes, RoutesLeadToItsNodes, ()) {
  const Topology topology = Topology::parse(
      *rc::gen::element<std::string>("torus:4x5x3", "torus:6x4m", "ring:7", "torus:3x3x6~", "torus:4x8~x+y4",
                                     "torus:4x4x4~x+y2", "torus:2x2x2x4~x+d3:2"));
  std::vector<NodeId> nodes{0};
  for (int d = 0; d < topology.dimensions(); ++d) {
    const int count = *rc::gen::inRange(1, topology.side(d) + 1);
    const int first = *rc::gen::inRange(0, topology.side(d) - count + 1);
    std::vector<NodeId> wider;
    for (const NodeId node : nodes) {
      for (int i = first; i < first + count; ++i) {
        auto place = topology.coordinates(node);
        place[std::size_t(d)] = i;
        wider.push_back(topology.node(place));
      }
    }
    nodes = wider;
  }
  RC_PRE(nodes.size() > 1);
  for (std::size_t i = nodes.size(); i > 1; --i) {
    std::swap(nodes[i - 1], nodes[*rc::gen::inRange<std::size_t>(0, i)]);
  }
  const auto found = sub_torus(topology, nodes);
  RC_ASSERT(found.has_value());
  RC_ASSERT(found->shape.nodes() == static_cast<NodeId>(nodes.size()));
  const auto place = [&](NodeId node) { return nodes[std::size_t(found->member[std::size_t(node)])]; };
  const auto from = *rc::gen::inRange<NodeId>(0, found->shape.nodes());
  const auto to = *rc::gen::inRange<NodeId>(0, found->shape.nodes());
  const Route route = found->in_network(dimension_order_route(found->shape, from, to));
  RC_ASSERT(route.end_node(topology, place(from)) == place(to));
}

TEST(SubTorusOfNodes, IsNoneOfOtherSets) {
  const Topology torus = Topology::parse("torus:4x4");
  for (const std::vector<NodeId>& nodes :
       {std::vector<NodeId>{3}, {0, 5}, {0, 2}, {0, 1, 4}, {0, 0, 1, 1}, {0, 1, 4, 10}, {0, 3}}) {
    EXPECT_FALSE(sub_torus(torus, nodes)) << fmt::format("{}", fmt::join(nodes, ","));
  }
}

}  // namespace
}  // namespace torusim
