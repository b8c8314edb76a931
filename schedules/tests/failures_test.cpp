#include <gtest/gtest.h>

#include "schedules/core/failed_network.h"
#include "schedules/tests/refusal.h"
#include "schedules/text/failure_text.h"

namespace torusim {
namespace {

std::string error_of(const char* shape, const char* text, std::uint64_t seed = 0) {
  return test::refusal<std::runtime_error>([&] { parse_failures(Topology::parse(shape), text, seed); });
}

std::string text_of(const char* shape, const char* text, std::uint64_t seed = 0) {
  const Topology intact = Topology::parse(shape);
  return failures_text(intact.with_failures(parse_failures(intact, text, seed)), 8);
}

TEST(Failures, AreReadFromText) {
  EXPECT_EQ(parse_failures(Topology::parse("torus:8x8"), "none", 0), nullptr);
  EXPECT_EQ(text_of("torus:8x8", "(3,4)+x,(7,7)"), "1 of 128 links: (3,4)+x; node (7,7)");
  EXPECT_EQ(text_of("torus:8x8", " ( 3 , 4 )-y:one-way , 5"), "1 of 128 links: (3,4)-y one way; node (0,5)");
  EXPECT_EQ(text_of("ring:9", "3+x"), "1 of 9 links: 3+x");
  EXPECT_EQ(text_of("complete:5x3", "(0,0)+x2,(1,1)+y1"), "2 of 45 links: (0,0)+x2, (1,1)+y1");
  EXPECT_EQ(text_of("torus:2x2x2x3", "(0,0,0,0)+d3"), "1 of 96 links: (0,0,0,0)+d3");
  EXPECT_EQ(text_of("product:petersen,4", "(0,0)+x1"), "1 of 100 links: (0,0)+x1");
}

TEST(Failures, CloseBothChannelsOfALink) {
  const Topology intact = Topology::parse("torus:4x4");
  const Topology both = intact.with_failures(parse_failures(intact, "(3,1)+x", 0));
  EXPECT_FALSE(both.has_channel(intact.node({3, 1}), 0));
  EXPECT_FALSE(both.has_channel(intact.node({0, 1}), 1));
  EXPECT_TRUE(both.has_channel(intact.node({3, 1}), 1));
  const Topology one = intact.with_failures(parse_failures(intact, "(3,1)+x:one-way", 0));
  EXPECT_FALSE(one.has_channel(intact.node({3, 1}), 0));
  EXPECT_TRUE(one.has_channel(intact.node({0, 1}), 1));
  EXPECT_FALSE(both == one);
  EXPECT_FALSE(both == intact);
  EXPECT_TRUE(both == intact.with_failures(parse_failures(intact, "(0,1)-x", 0)));
  // Runs: on the way, behind it, in the other direction.
  EXPECT_FALSE(one.has_run(intact.node({2, 1}), 0, 3));
  EXPECT_TRUE(one.has_run(intact.node({0, 1}), 0, 3));
  EXPECT_FALSE(one.has_run(intact.node({0, 1}), 0, 4));
  EXPECT_FALSE(one.has_run(intact.node({0, 1}), 0, 4000));
  EXPECT_TRUE(one.has_run(intact.node({0, 1}), 0, -4000));
}

TEST(Failures, CloseAllChannelsOfANode) {
  const Topology intact = Topology::parse("torus:4x4");
  const Topology failed = intact.with_failures(parse_failures(intact, "(1,1)", 0));
  int closed = 0;
  for (NodeId node = 0; node < 16; ++node) {
    for (int port = 0; port < 4; ++port) closed += failed.has_channel(node, port) ? 0 : 1;
  }
  EXPECT_EQ(closed, 8);
  EXPECT_EQ(failed.name(), "torus:4x4");
}

TEST(Failures, AreDrawnBySeed) {
  const Topology topology = Topology::parse("torus:8x8");
  const auto two = parse_failures(topology, "random:2%", 7);
  EXPECT_EQ(two->links().size(), 3u);  // 2.56
  EXPECT_EQ(*two, *parse_failures(topology, "random:2%", 7));
  EXPECT_FALSE(*two == *parse_failures(topology, "random:2%", 8));
  EXPECT_EQ(parse_failures(topology, "(0,0)+x,random:5,(1,1)-y", 3)->links().size(), 7u);
  EXPECT_EQ(*parse_failures(topology, "random:5,(1,1)-y", 3),
            *parse_failures(topology, "(1,1)-y,random:5", 3));
  EXPECT_TRUE(parse_failures(topology, "random:0%", 3)->links().empty());
}

TEST(Failures, ThatCannotBeAreOneClearError) {
  EXPECT_EQ(error_of("torus:4x4", "(3,4)+x").substr(0, 56),
            "'(3,4)+x', column 4: coordinate y = 4 is outside 0..3; f");
  EXPECT_NE(error_of("torus:4x4", "(3,3)+z").find("no port +z on torus:4x4, the nearest is +x"),
            std::string::npos);
  EXPECT_NE(error_of("torus:4x4", "(3,3)+x:once").find("no port +x:once"), std::string::npos);
  EXPECT_NE(error_of("torus:4x4", "(3,3)+x (1,1)").find("column 9"), std::string::npos);
  EXPECT_NE(error_of("torus:4x4", "16").find("node 16 is outside 0..15"), std::string::npos);
  EXPECT_NE(error_of("torus:4x4", "random:101%").find("a share is 0% to 100%"), std::string::npos);
  EXPECT_NE(error_of("torus:4x4", "random:33").find("33 links cannot fail, 32 are left"), std::string::npos);
  EXPECT_EQ(error_of("torus:4x4", "(3,1)+x,(0,1)-x"), "(3,1)+x,(0,1)-x: the link (0,1)-x is named twice");
  EXPECT_EQ(error_of("torus:4x4", "(1,1),(1,1)"), "(1,1),(1,1): the node (1,1) is named twice");
  EXPECT_EQ(error_of("torus:4x4", "(1,1),(0,1)+x"),
            "(1,1),(0,1)+x: the link (0,1)+x is named twice: it fails with a node at its end");
  EXPECT_EQ(error_of("torus:4x4", "(0,1)+x,(1,1)"),
            "(0,1)+x,(1,1): the link (1,1)-x is named twice: it fails with a node at its end");
  EXPECT_EQ(error_of("mesh:4x4", "(3,1)+x"), "(3,1)+x: there is no link (3,1)+x: mesh:4x4 ends there");
  EXPECT_EQ(error_of("mesh:4x4", "(0,0)+x,(0,0)+y"),
            "(0,0)+x,(0,0)+y: the network is cut: no path leads from (0,0) to (0,1)");
  EXPECT_EQ(error_of("path:4", "1+x:one-way"), "1+x:one-way: the network is cut: no path leads from 0 to 2");
  EXPECT_EQ(error_of("path:4", "1-x:one-way"), "1-x:one-way: the network is cut: no path leads from 1 to 0");
  EXPECT_EQ(error_of("ring:2", "0,1"), "0,1: no node is left");
}

}  // namespace
}  // namespace torusim
