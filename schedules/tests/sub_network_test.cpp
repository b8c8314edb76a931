// Parts of a network: their shapes, and routes that lead where they lead in the part.
#include "schedules/core/sub_network.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "schedules/core/error.h"
#include "schedules/tests/refusal.h"

namespace torusim {
namespace {

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
