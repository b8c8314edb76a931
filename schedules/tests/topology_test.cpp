#include "schedules/core/topology.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "schedules/core/error.h"
#include "schedules/core/schedule.h"
#include "schedules/core/sub_network.h"
#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

TEST(Topology, ReadsAndWritesItsNames) {
  for (const char* name :
       {"torus:16x16", "mesh:16x32", "ring:16", "path:9", "torus:8x8m", "torus:2x2x2x2x2x2x2x2", "complete:5",
        "complete:3x4x5", "hypercube:1", "hypercube:8", "torus:4x5k", "torus:4x3mx5k", "mesh:2x5k",
        "mesh:3kx4", "complete:17x16"}) {
    EXPECT_EQ(Topology::parse(name).name(), name);
  }
  EXPECT_EQ(Topology::parse("torus 8x8x8"), Topology::parse("torus:8x8x8"));
  EXPECT_EQ(Topology::parse("complete:2x2x2").name(), "hypercube:3");
  EXPECT_EQ(Topology::parse("torus:4kx5k").name(), "complete:4x5");
  EXPECT_EQ(Topology::parse("torus:4mx5k").name(), "mesh:4x5k");
}

TEST(Topology, RefusesImpossibleShapes) {
  for (const char* name : {"",
                           "torus",
                           "torus:",
                           "torus:1x4",
                           "torus:0",
                           "torus:-3",
                           "torus:4x",
                           "torus:4y4",
                           "mesh:4x4m",
                           "ring:4x4",
                           "cube:3",
                           "hypercube:0",
                           "hypercube:9",
                           "hypercube:2x2",
                           "complete:33",
                           "complete:17x17",
                           "complete:4m",
                           "complete:1",
                           "ring:4k",
                           "torus:4kk",
                           "torus:99999999999",
                           "torus:65536x65536",
                           "torus:2x2x2x2x2x2x2x2x2"}) {
    EXPECT_THROW(Topology::parse(name), InputError) << name;
  }
}

TEST(Topology, NodesAreRowMajor) {
  const Topology t = Topology::parse("torus:3x4x5");
  EXPECT_EQ(t.node({1, 2, 3}), (1 * 4 + 2) * 5 + 3);
  for (NodeId n = 0; n < t.nodes(); ++n) EXPECT_EQ(t.node(t.coordinates(n)), n);
}

TEST(Topology, EveryChannelHasItsWayBack) {
  for (const char* name : {"torus:3x4", "mesh:3x4", "torus:2x3m", "ring:2", "path:2", "complete:5",
                           "complete:2x6", "hypercube:4", "torus:5kx4x3m", "mesh:2kx3x4k"}) {
    const Topology t = Topology::parse(name);
    std::int64_t channels = 0;
    for (NodeId n = 0; n < t.nodes(); ++n) {
      for (int p = 0; p < t.network_ports(); ++p) {
        channels += t.has_channel(n, p);
        EXPECT_EQ(t.neighbor(t.neighbor(n, p), t.opposite(p)), n);
        EXPECT_EQ(t.has_channel(n, p), t.has_channel(t.neighbor(n, p), t.opposite(p)));
      }
    }
    EXPECT_EQ(channels, t.channels()) << name;
  }
}

TEST(Topology, PortsOfCompleteGraphsComeLast) {
  const Topology t = Topology::parse("torus:4kx5x3m");
  ASSERT_EQ(t.network_ports(), 3 + 2 + 2);
  const char* const names[] = {"+y", "-y", "+z", "-z", "+x1", "+x2", "+x3"};
  for (int p = 0; p < t.network_ports(); ++p) {
    EXPECT_EQ(t.port_name(p), names[p]);
    EXPECT_EQ(t.port(t.port_dimension(p), t.port_step(p)), p);
  }
  EXPECT_EQ(t.port(0, -1), t.port(0, 3));  // a step counts modulo the side
  EXPECT_EQ(t.opposite(t.port(0, 1)), t.port(0, 3));
  EXPECT_EQ(t.opposite(t.port(0, 2)), t.port(0, 2));
  EXPECT_EQ(t.channels_along(0, 3), 1);
  EXPECT_EQ(t.channels_along(1, -2), 2);
  EXPECT_FALSE(t.has_run(0, 0, 4));
  EXPECT_FALSE(t.has_run(0, 2, 3));
  EXPECT_TRUE(t.has_run(0, 2, 2));
}

// A complete graph of two nodes is one link, a ring of two nodes is two.
TEST(Topology, AHypercubeIsNoTorusOfSideTwo) {
  EXPECT_EQ(Topology::parse("hypercube:4").channels(), 16 * 4);
  EXPECT_EQ(Topology::parse("hypercube:4").network_ports(), 4);
  EXPECT_EQ(Topology::parse("torus:2x2x2x2").channels(), 16 * 8);
  EXPECT_EQ(Topology::parse("mesh:2x2x2x2").channels(), 16 * 4);
}

// Distances, ports and shortest routes against breadth-first search over the channels.
RC_GTEST_PROP(TopologyProperty, DistanceIsThatOfTheGraph, ()) {
  std::vector<Dimension> lines;
  for (int k = *rc::gen::inRange(1, 4); k > 0; --k) {
    lines.push_back({*rc::gen::inRange(2, 6), *rc::gen::element(Line::kArray, Line::kRing, Line::kComplete)});
  }
  const Topology t(lines);
  RC_ASSERT(Topology::parse(t.name()) == t);
  const NodeId from = *rc::gen::inRange(0, t.nodes());
  std::vector<int> away(t.nodes(), -1);
  std::vector<NodeId> queue{from};
  away[from] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (int p = 0; p < t.network_ports(); ++p) {
      const NodeId next = t.neighbor(queue[i], p);
      if (!t.has_channel(queue[i], p) || away[next] >= 0) continue;
      away[next] = away[queue[i]] + 1;
      queue.push_back(next);
    }
  }
  for (NodeId to = 0; to < t.nodes(); ++to) {
    RC_ASSERT(t.distance(from, to) == away[to]);
    const Route route = dimension_order_route(t, from, to);
    RC_ASSERT(route.hops(t) == away[to]);
    RC_ASSERT(route.end_node(t, from) == to);
    route.for_each_channel(t, from, [&](NodeId node, int port) { RC_ASSERT(t.has_channel(node, port)); });
  }
}

TEST(Topology, OneDatelineAWayRound) {
  const Topology t = Topology::parse("torus:4x4m");
  int crossings = 0;
  for (NodeId n = 0; n < t.nodes(); ++n) {
    for (int p = 0; p < 4; ++p) crossings += t.crosses_dateline(n, p);
  }
  EXPECT_EQ(crossings, 2 * 4);  // both directions of each of the four rings along x, none along y
}

TEST(Topology, TheLargestGoesRound) {
  const Topology t = Topology::parse("ring:2147483647");
  EXPECT_EQ(t.neighbor(t.nodes() - 1, 0), 0);
  EXPECT_EQ(t.neighbor(0, 1), t.nodes() - 1);
  EXPECT_THROW(Topology::parse("ring:2147483648"), InputError);
  EXPECT_THROW(Topology::parse("torus:32768x65536"), InputError);
}

TEST(Topology, DistanceIsShortestOnRingsAndLines) {
  const Topology t = Topology::parse("torus:6x6m");
  EXPECT_EQ(t.distance(t.node({0, 0}), t.node({5, 5})), 1 + 5);
  EXPECT_EQ(t.distance(t.node({1, 2}), t.node({4, 2})), 3);
}

// Parts of a network: their shapes, and routes that lead where they lead in the part.

TEST(SubNetwork, ShapesAreThoseOfTheCoordinates) {
  const auto shape = [](const char* whole, const char* part) {
    return SubNetwork::parse(Topology::parse(whole), part).topology.name();
  };
  EXPECT_EQ(shape("torus:8x8", "(*,*)"), "torus:8x8");
  EXPECT_EQ(shape("torus:8x8", "(0..7,0..7)"), "torus:8x8");
  EXPECT_EQ(shape("torus:8x8", "(0..3,*)"), "torus:4mx8");
  EXPECT_EQ(shape("torus:8x8", "(0..3, 4..7)"), "mesh:4x4");
  EXPECT_EQ(shape("torus:8x8", "(1..7/2,*)"), "torus:4x8");
  EXPECT_EQ(shape("torus:8x8", "(0..6/3,*)"), "torus:3mx8");
  EXPECT_EQ(shape("torus:8x8", "(3,*)"), "ring:8");
  EXPECT_EQ(shape("mesh:8x8", "(0..7/2,5)"), "path:4");
  EXPECT_EQ(shape("ring:16", "4..7"), "path:4");
  EXPECT_EQ(shape("torus:4x3mx5k", "(0..1,*,*)"), "mesh:2x3x5k");
}

TEST(SubNetwork, WhatIsNoPartIsSaid) {
  const auto message = [](const char* whole, const char* part) {
    return test::refusal<UsageError>([&] { SubNetwork::parse(Topology::parse(whole), part); });
  };
  EXPECT_EQ(message("torus:8x8", "(0..8,*)"),
            "must be the coordinates of a part, such as (0..3,*): '0..8' along x: coordinates are 0 to 7");
  EXPECT_EQ(
      message("torus:8x8", "(*,5..2)"),
      "must be the coordinates of a part, such as (0..3,*): '5..2' along y: the first is above the last");
  EXPECT_EQ(message("torus:8x8", "(*,a)"),
            "must be the coordinates of a part, such as (0..3,*): 'a' along y: not a number, a..b, a..b/step "
            "or *");
  for (const char* part : {"", "*", "(*)", "(*,*,*)", "(*,*,)"}) {
    EXPECT_NE(message("torus:8x8", part), "accepted") << part;
  }
  EXPECT_EQ(
      message("torus:8x8", "(*,*,*)"),
      "must have the coordinates of a part along 2 dimensions, such as (0..3,*): '(*,*,*)' on torus:8x8");
  EXPECT_EQ(message("torus:8x8", "(3,4)"), "must have two nodes or more: '(3,4)' on torus:8x8");
  EXPECT_EQ(
      message("complete:5x4", "(0..2,*)"),
      "must have all coordinates or one along x, a complete or other graph: '(0..2,*)' on complete:5x4");
  EXPECT_EQ(message("torus:4x4x8~", "(*,*,0..3)"),
            "must be on a network without seams: torus:4x4x8~ is twisted, and its parts are no tori");
}

RC_GTEST_PROP(SubNetwork, RoutesLeadToTheNodesOfThePart, ()) {
  const Topology whole = Topology::parse("torus:8x6mx4k");
  const std::string text =
      *rc::gen::element("(*,*,*)", "(1..7/2,0..3,*)", "(2..6,1..5/2,2)", "(3,*,*)", "(0..4/4,0..5,*)");
  const SubNetwork part = SubNetwork::parse(whole, text);
  const NodeId from = *rc::gen::inRange(0, part.topology.nodes());
  const NodeId to = *rc::gen::inRange(0, part.topology.nodes());
  const Route route = part.route(dimension_order_route(part.topology, from, to));
  NodeId at = part.node_of[from];
  for (const Run& run : route) {
    RC_ASSERT(whole.has_run(at, run.dimension, run.hops));
    at = whole.displaced(at, run.dimension, run.hops);
  }
  RC_ASSERT(at == part.node_of[to]);
}

}  // namespace
}  // namespace torusim
