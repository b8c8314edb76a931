#include "schedules/topology.h"

#include <gtest/gtest.h>

#include "schedules/error.h"

namespace torusim {
namespace {

TEST(Topology, ReadsAndWritesItsNames) {
  for (const char* name :
       {"torus:16x16", "mesh:16x32", "ring:16", "path:9", "torus:8x8m", "torus:2x2x2x2x2x2x2x2"}) {
    EXPECT_EQ(Topology::parse(name).name(), name);
  }
  EXPECT_EQ(Topology::parse("torus 8x8x8"), Topology::parse("torus:8x8x8"));
}

TEST(Topology, RefusesImpossibleShapes) {
  for (const char* name :
       {"", "torus", "torus:", "torus:1x4", "torus:0", "torus:-3", "torus:4x", "torus:4y4", "mesh:4x4m",
        "ring:4x4", "cube:3", "torus:99999999999", "torus:65536x65536", "torus:2x2x2x2x2x2x2x2x2"}) {
    EXPECT_THROW(Topology::parse(name), InputError) << name;
  }
}

TEST(Topology, NodesAreRowMajor) {
  const Topology t = Topology::parse("torus:3x4x5");
  EXPECT_EQ(t.node({1, 2, 3}), (1 * 4 + 2) * 5 + 3);
  for (NodeId n = 0; n < t.nodes(); ++n) EXPECT_EQ(t.node(t.coordinates(n)), n);
}

TEST(Topology, EveryChannelHasItsWayBack) {
  for (const char* name : {"torus:3x4", "mesh:3x4", "torus:2x3m", "ring:2", "path:2"}) {
    const Topology t = Topology::parse(name);
    std::int64_t channels = 0;
    for (NodeId n = 0; n < t.nodes(); ++n) {
      for (int p = 0; p < t.network_ports(); ++p) {
        channels += t.has_channel(n, p);
        EXPECT_EQ(t.neighbor(t.neighbor(n, p), Topology::opposite(p)), n);
        EXPECT_EQ(t.has_channel(n, p), t.has_channel(t.neighbor(n, p), Topology::opposite(p)));
      }
    }
    EXPECT_EQ(channels, t.channels()) << name;
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

TEST(Topology, DistanceIsShortestOnRingsAndLines) {
  const Topology t = Topology::parse("torus:6x6m");
  EXPECT_EQ(t.distance(t.node({0, 0}), t.node({5, 5})), 1 + 5);
  EXPECT_EQ(t.distance(t.node({1, 2}), t.node({4, 2})), 3);
}

}  // namespace
}  // namespace torusim
