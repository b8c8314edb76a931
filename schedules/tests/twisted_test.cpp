// Twisted tori: what their seams make of nodes, channels and shortest ways.
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "schedules/algorithms/cycles/decomposition.h"
#include "schedules/core/cost.h"
#include "schedules/core/route.h"
#include "schedules/tests/refusal.h"
#include "schedules/tests/twisted_helpers.h"

namespace torusim {
namespace {

TEST(Twisted, ReadsAndWritesItsNames) {
  for (const char* name : {"torus:4x4x8~", "torus:4x8x8~", "torus:2x4x6~", "torus:8x8x16~", "torus:3x6x12~",
                           "torus:4x6~x+y3", "torus:4x6~y+x1", "torus:4x8x8~x+y4", "torus:3x4x5~x+y2+z1~y+z4",
                           "torus:2x2x2x4x2~x+d3:2+d4:1~d3+y1"}) {
    EXPECT_EQ(Topology::parse(name).name(), name);
    EXPECT_TRUE(Topology::parse(name).twisted());
  }
  EXPECT_EQ(Topology::parse("torus:4x4x8~y+z4~x+z4").name(), "torus:4x4x8~");
  EXPECT_EQ(Topology::parse("torus 4x8x8~x+y4-z4"), Topology::parse("torus:4x8x8~"));
  EXPECT_EQ(Topology::parse("torus:4x8x16~x+y4+z8").name(), "torus:4x8x16~");  // k x 2k x nk: k and nk/2
  EXPECT_EQ(Topology::parse("torus:3x6x12~x+y3+z6").name(), "torus:3x6x12~");
  EXPECT_EQ(Topology::parse("torus:4x6~x-y1").name(), "torus:4x6~x+y5");
  EXPECT_FALSE(Topology::parse("torus:4x4x8") == Topology::parse("torus:4x4x8~"));
  EXPECT_FALSE(Topology::parse("torus:4x4x8~x+z4") == Topology::parse("torus:4x4x8~"));
}

std::string fault(const char* name) {
  const std::string what = test::refusal([&] { Topology::parse(name); });
  if (what == "accepted") return what;
  const auto begin = what.find("': ") + 3;
  return what.substr(begin, what.find("; write for example") - begin);
}

TEST(Twisted, SaysWhatIsWrongWithSeams) {
  EXPECT_EQ(fault("torus:4x4x6~"),
            "~ twists shapes of k x k x 2k and k x 2k x nk with nk even, the nearest is "
            "torus:4x4x8~; other seams are named, such as ~x+y2");
  EXPECT_NE(fault("torus:8x4x4~").find("nearest is torus:4x4x8~"), std::string::npos);
  EXPECT_NE(fault("torus:4x7x9~").find("nearest is torus:4x8x8~"), std::string::npos);
  EXPECT_NE(fault("torus:3x6x9~").find("nearest is torus:3x6x12~"), std::string::npos);
  EXPECT_NE(fault("torus:8x8~").find("nearest is torus:8x8x16~"), std::string::npos);
  EXPECT_EQ(fault("torus:1x1x2~"), "side 1 of dimension y: every side must be at least 2");
  EXPECT_EQ(fault("torus:4mx4x8~"),
            "dimension x is a path, without a wrap; all dimensions of a twisted torus are rings");
  EXPECT_EQ(fault("torus:4x4kx8~"),
            "dimension y is complete, without a wrap; all dimensions of a twisted torus are rings");
  EXPECT_EQ(
      fault("torus:4x6~x+y2~y+x1"),
      "the seams of x, y shift each other in a circle, so they are no bijection of the nodes; a dimension "
      "shifted by a seam must not shift back");
  EXPECT_EQ(fault("torus:4x6~x+x1"), "the seam of x shifts x itself; seams shift other dimensions");
  EXPECT_EQ(fault("torus:4x6~x+y6"), "the seam of x shifts y by 6: a side of 6 is shifted by 1 to 5");
  EXPECT_EQ(fault("torus:4x6~x+y0"), "seam at '0': a seam shifts a dimension by 1 or more");
  EXPECT_EQ(fault("torus:4x6~x+y2~x+y1"), "dimension x has two seams");
  EXPECT_EQ(fault("torus:4x6~x"), "seam at '': expected + or - and what the seam adds, such as x+z4");
  EXPECT_EQ(fault("torus:4x6~z+y1"), "seam at 'z+y1': expected a dimension, x to y");
  EXPECT_EQ(fault("torus:4x6~x+y1!"), "seam at '!': expected +, -, ~ or the end");
  EXPECT_EQ(fault("torus:4x6~x+y"), "seam at '': expected a number");
  EXPECT_EQ(fault("torus:4x6~x+y--1"), "seam at '--1': expected a number");
  EXPECT_EQ(fault("torus:2x2x2x2~x+d3"), "seam at '': expected : behind the dimension, such as +d3:1");
  EXPECT_EQ(fault("mesh:4x4x8~"), "only a torus has seams (~)");
  EXPECT_EQ(fault("torus:128x128x256~"), "a twisted torus has 1048576 nodes at most");
}

TEST(Twisted, SeamsOfSidesTwoAndThree) {
  const Topology two = Topology::parse("torus:2x2x4~"), three = Topology::parse("torus:3x3x6~");
  const auto at = [](const Topology& t, int x, int y, int z) { return t.node({x, y, z}); };
  EXPECT_EQ(two.neighbor(at(two, 0, 0, 1), 0), at(two, 1, 0, 1));
  EXPECT_EQ(two.neighbor(at(two, 1, 0, 1), 0), at(two, 0, 0, 3));  // over the seam
  EXPECT_EQ(two.neighbor(at(two, 0, 0, 1), 1), at(two, 1, 0, 3));
  EXPECT_EQ(three.neighbor(at(three, 2, 1, 5), 0), at(three, 0, 1, 2));
  EXPECT_EQ(three.neighbor(at(three, 1, 0, 5), 3), at(three, 1, 2, 2));
  EXPECT_EQ(two.twist()->ring(0), 4);
  EXPECT_EQ(three.twist()->ring(0), 6);
  EXPECT_EQ(three.twist()->ring(2), 6);
}

RC_GTEST_PROP(TwistedProperty, HopsAreBijectionsThatCommute, ()) {
  const Topology t = test::any_twisted(300);
  for (int port = 0; port < t.network_ports(); ++port) {
    std::vector<bool> reached(t.nodes());
    for (NodeId node = 0; node < t.nodes(); ++node) {
      const NodeId to = t.neighbor(node, port);
      RC_ASSERT(to >= 0 && to < t.nodes() && !reached[to]);
      reached[to] = true;
      RC_ASSERT(t.neighbor(to, t.opposite(port)) == node);
      for (int other = 0; other < t.network_ports(); ++other) {
        RC_ASSERT(t.neighbor(to, other) == t.neighbor(t.neighbor(node, other), port));
      }
    }
  }
  // A run is its hops one by one.
  const int d = *rc::gen::inRange(0, t.dimensions()), hops = *rc::gen::inRange(-40, 41);
  const NodeId from = *rc::gen::inRange(0, t.nodes());
  NodeId at = from;
  for (int i = 0; i < std::abs(hops); ++i) at = t.neighbor(at, t.port(d, hops));
  RC_ASSERT(t.displaced(from, d, hops) == at);
}

/// Hops from a node to all, hop by hop; no table of the topology is used.
std::vector<int> searched(const Topology& t, NodeId from) {
  std::vector<int> distance(t.nodes(), -1);
  std::vector<NodeId> queue{from};
  distance[from] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (int port = 0; port < t.network_ports(); ++port) {
      const NodeId to = t.neighbor(queue[i], port);
      if (distance[to] >= 0) continue;
      distance[to] = distance[queue[i]] + 1;
      queue.push_back(to);
    }
  }
  return distance;
}

/// Runs along every dimension, first dimension first, that make a shortest way: all that there are.
int count_ways(const Topology& t, NodeId from, NodeId to, int dimension, int left) {
  if (dimension == t.dimensions()) return from == to && left == 0 ? 1 : 0;
  int result = 0;
  for (int hops = -left; hops <= left; ++hops) {
    result += count_ways(t, hops == 0 ? from : t.displaced(from, dimension, hops), to, dimension + 1,
                         left - std::abs(hops));
  }
  return result;
}

RC_GTEST_PROP(TwistedProperty, DistancesAndWaysAreThoseOfASearch, ()) {
  const Topology t = test::any_twisted(120);
  const NodeId from = *rc::gen::inRange(0, t.nodes());
  const std::vector<int> distance = searched(t, from);
  for (NodeId to = 0; to < t.nodes(); ++to) {
    RC_ASSERT(t.distance(from, to) == distance[to]);
    const std::uint32_t ways = dimension_order_ways(t, from, to);
    if (distance[to] <= 5) RC_ASSERT(static_cast<int>(ways) == count_ways(t, from, to, 0, distance[to]));
    std::vector<std::string> routes;
    for (std::uint32_t way = 0; way < ways; ++way) {
      const Route route = dimension_order_route(t, from, to, way);
      RC_ASSERT(route.hops(t) == distance[to]);
      RC_ASSERT(route.end_node(t, from) == to);
      for (int i = 1; i < route.size(); ++i) RC_ASSERT(route[i - 1].dimension < route[i].dimension);
      routes.push_back(route.text());
    }
    RC_ASSERT(std::ranges::find(routes, dimension_order_route(t, from, to).text()) != routes.end());
    std::ranges::sort(routes);
    RC_ASSERT(std::ranges::adjacent_find(routes) == routes.end());
  }
}

// Each ring of channels, in either direction, has one dateline; it may pass the seam several times.
RC_GTEST_PROP(TwistedProperty, EveryRingHasOneDateline, ()) {
  const Topology t = test::any_twisted(300);
  for (int port = 0; port < t.network_ports(); ++port) {
    std::vector<bool> seen(t.nodes());
    for (NodeId first = 0; first < t.nodes(); ++first) {
      if (seen[first]) continue;
      int hops = 0, datelines = 0;
      for (NodeId at = first; !seen[at]; at = t.neighbor(at, port), ++hops) {
        seen[at] = true;
        datelines += t.crosses_dateline(at, port) ? 1 : 0;
      }
      RC_ASSERT(datelines == 1);
      RC_ASSERT(hops == t.twist()->ring(t.port_dimension(port)));
    }
  }
}

RC_GTEST_PROP(TwistedProperty, LooksAlikeFromEveryNode, ()) {
  const Topology t = test::any_twisted(200);
  const NodeId a = *rc::gen::inRange(0, t.nodes()), b = *rc::gen::inRange(0, t.nodes());
  RC_ASSERT(t.translated(a, b) == t.translated(b, a));
  RC_ASSERT(t.twist()->difference(a, t.translated(a, b)) == b);
  RC_ASSERT(t.distance(a, t.translated(a, b)) == t.distance(0, b));
}

RC_GTEST_PROP(TwistedProperty, HasAHamiltonianCycle, ()) {
  const Topology t = test::any_twisted(300);
  const std::vector<NodeId> cycle = twisted_cycle(t);
  RC_ASSERT(static_cast<NodeId>(cycle.size()) == t.nodes());
  std::vector<bool> passed(t.nodes());
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    RC_ASSERT(!passed[cycle[i]]);
    passed[cycle[i]] = true;
    RC_ASSERT(t.distance(cycle[i], cycle[(i + 1) % cycle.size()]) == 1);
  }
}

std::int64_t hops_to_all(const Topology& t) {
  std::int64_t sum = 0;
  for (NodeId node = 0; node < t.nodes(); ++node) sum += t.distance(0, node);
  return sum;
}

int diameter(const Topology& t) {
  int most = 0;
  for (NodeId node = 0; node < t.nodes(); ++node) most = std::max(most, t.distance(0, node));
  return most;
}

TEST(Twisted, MeanDistancesAreThoseOfTheFormulas) {
  for (const std::int64_t k : {2, 4, 6, 8, 10}) {
    const Topology t = Topology::parse(fmt::format("torus:{}x{}x{}~", k, k, 2 * k));
    // (7k^4 - 2k^2) / (8k^3 - 4), of 2k^3 - 1 nodes
    EXPECT_EQ(hops_to_all(t) * (8 * k * k * k - 4), (7 * k * k * k * k - 2 * k * k) * (2 * k * k * k - 1));
  }
  for (const std::int64_t k : {2, 4, 6, 8}) {
    const Topology t = Topology::parse(fmt::format("torus:{}x{}x{}~", k, 2 * k, 2 * k));
    // (35k^4 - 8k^2) / (32k^3 - 8), of 4k^3 - 1 nodes
    EXPECT_EQ(hops_to_all(t) * (32 * k * k * k - 8), (35 * k * k * k * k - 8 * k * k) * (4 * k * k * k - 1))
        << k;
  }
  EXPECT_EQ(hops_to_all(Topology::parse("torus:4x8x8~")), 1104);
  EXPECT_EQ(hops_to_all(Topology::parse("torus:4x8x8~x+y4")), 1184);  // y alone is worse
}

// The table of docs/networks.md.
TEST(Twisted, DiametersAndDistancesBesideThoseOfThePlainTori) {
  struct Row {
    const char* shape;
    int diameter;
    std::int64_t hops;  // to all others
  };
  for (const Row& row : {Row{"torus:4x4x8", 8, 4 * 128},
                         {"torus:4x4x8~", 6, 440},
                         {"torus:4x8x8", 10, 5 * 256},
                         {"torus:4x8x8~", 6, 1104},
                         {"torus:8x8x16", 16, 8 * 1024},
                         {"torus:8x8x16~", 12, 7136}}) {
    EXPECT_EQ(diameter(Topology::parse(row.shape)), row.diameter) << row.shape;
    EXPECT_EQ(hops_to_all(Topology::parse(row.shape)), row.hops) << row.shape;
  }
}

/// Ties of five rings are 32, of twisted ones 1 to 6; so shares of blocks are whole numbers.
constexpr std::int64_t kBlock = 480;

/// Blocks on the busiest channel of a complete exchange times kBlock, if the ways of each pair carry the
/// same.
std::int64_t busiest(const Topology& t) {
  std::vector<std::int64_t> load(t.dimensions());  // of both directions, which are alike
  for (NodeId to = 1; to < t.nodes(); ++to) {
    const std::uint32_t ways = dimension_order_ways(t, 0, to);
    EXPECT_EQ(kBlock % ways, 0);
    for (std::uint32_t way = 0; way < ways; ++way) {
      for (const Run& run : dimension_order_route(t, 0, to, way))
        load[run.dimension] += std::abs(run.hops) * kBlock / ways;
    }
  }
  return *std::ranges::max_element(load) / 2;
}

TEST(Twisted, BusiestChannelOfAnEvenlySpreadExchange) {
  EXPECT_EQ(busiest(Topology::parse("torus:4x4x8")), 128 * kBlock);
  EXPECT_EQ(busiest(Topology::parse("torus:4x4x8~")), 73 * kBlock + kBlock / 3);
  EXPECT_EQ(busiest(Topology::parse("torus:4x8x8")), 256 * kBlock);
  EXPECT_EQ(busiest(Topology::parse("torus:4x8x8~")), 184 * kBlock);
  EXPECT_EQ(busiest(Topology::parse("torus:8x8x16")), 2048 * kBlock);
  EXPECT_EQ(busiest(Topology::parse("torus:8x8x16~")), 1189 * kBlock + kBlock / 3);
}

/// Channels from one half of the nodes to the other, if a plane cuts the dimension in two.
int across(const Topology& t, int d) {
  int channels = 0;
  const auto half = [&](NodeId node) { return t.coordinates(node)[d] < t.side(d) / 2; };
  for (NodeId node = 0; node < t.nodes(); ++node) {
    for (int port = 0; port < t.network_ports(); ++port) {
      channels += half(node) && !half(t.neighbor(node, port)) ? 1 : 0;
    }
  }
  return channels;
}

// The narrowest of the cuts by planes has twice the channels: z, and y where there are two long sides.
TEST(Twisted, CutsByPlanesDouble) {
  for (const auto& [plain, twisted, channels] : {std::tuple{"torus:4x4x8", "torus:4x4x8~", 32},
                                                 {"torus:4x8x8", "torus:4x8x8~", 64},
                                                 {"torus:8x8x16", "torus:8x8x16~", 128}}) {
    const auto narrowest = [](const Topology& t) {
      return std::min({across(t, 0), across(t, 1), across(t, 2)});
    };
    EXPECT_EQ(narrowest(Topology::parse(plain)), channels) << plain;
    EXPECT_EQ(narrowest(Topology::parse(twisted)), 2 * channels) << twisted;
  }
}

// The bound of the links is that load where all dimensions carry the same.
TEST(Twisted, LowerBoundsOfAnExchange) {
  const LowerBounds plain = lower_bounds(Topology::parse("torus:4x4x8"));
  const LowerBounds twisted = lower_bounds(Topology::parse("torus:4x4x8~"));
  EXPECT_NEAR(twisted.link_blocks, 73 + 1.0 / 3, 1e-9);
  EXPECT_DOUBLE_EQ(twisted.dimension_blocks, 64);  // x and y, whose coordinates no seam changes
  EXPECT_DOUBLE_EQ(plain.cut_blocks, 128);
  EXPECT_DOUBLE_EQ(twisted.cut_blocks, 64);  // cuts by planes double
  EXPECT_DOUBLE_EQ(lower_bounds(Topology::parse("torus:4x8x8~")).link_blocks, 184);
  EXPECT_NEAR(lower_bounds(Topology::parse("torus:8x8x16~")).link_blocks, 1189 + 1.0 / 3, 1e-9);
}

double mean_distance(const Topology& t) { return static_cast<double>(hops_to_all(t)) / (t.nodes() - 1); }

// Machines of today: the networks of Fugaku, TPU v5p and Blue Gene/Q.
TEST(Machines, PortsDiametersAndMeanDistances) {
  const Topology tofu = Topology::parse("torus:24x23x24x2mx3x2m");
  int channels = 0;
  for (int port = 0; port < tofu.network_ports(); ++port) channels += tofu.has_channel(0, port) ? 1 : 0;
  EXPECT_EQ(channels, 10);
  EXPECT_EQ(diameter(tofu), 38);
  EXPECT_NEAR(mean_distance(tofu), 19.406, 0.0005);
  EXPECT_NEAR(mean_distance(Topology::parse("torus:16x20x28")), 16.0018, 0.00005);
  EXPECT_EQ(Topology::parse("torus:4x4x4x8x2").network_ports(), 10);  // side 2 has two links
}

// N L / 8 for the longest side L: as a bound, and as what even routes put on its channels.
TEST(Machines, BoundsOfCompleteExchanges) {
  for (const auto& [shape, longest] : {std::pair{"torus:4x4x4x4x2", 4},
                                       {"torus:4x4x4x8x2", 8},
                                       {"torus:8x8x4x8x2", 8},
                                       {"torus:16x16x16", 16},
                                       {"torus:16x20x28", 28}}) {
    const Topology machine = Topology::parse(shape);
    EXPECT_DOUBLE_EQ(lower_bounds(machine).dimension_blocks, machine.nodes() * longest / 8) << shape;
    EXPECT_EQ(busiest(machine), machine.nodes() * longest / 8 * kBlock) << shape;
  }
}

}  // namespace
}  // namespace torusim
