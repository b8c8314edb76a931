// Open-loop traffic on twisted tori.
#include <gtest/gtest.h>

#include <map>

#include "models/sources/packet_routes.h"
#include "models/sources/pattern.h"
#include "schedules/tests/twisted_helpers.h"
#include "testbench/tests/traffic/traffic_helpers.h"

namespace torusim {
namespace {

TEST(TwistedTraffic, MeanHopsAreThoseOfTheDistances) {
  const Topology topology = Topology::parse("torus:4x4x8~");
  EXPECT_NEAR(Pattern({"uniform"}, topology).mean_hops(topology), 440.0 / 127, 1e-12);
  double hops = 0;
  for (NodeId node = 0; node < 128; ++node) hops += topology.distance(node, 5);
  EXPECT_NEAR(Pattern({"hotspot", 5, 1.0}, topology).mean_hops(topology), hops / 127, 1e-12);
  const TrafficResult result = simulate_traffic(test::traffic_on("torus:4x4x8~", "uniform", 0.1));
  EXPECT_EQ(result.verdict, TrafficVerdict::kSteady);
  EXPECT_NEAR(result.mean_hops, 440.0 / 127, 0.05);
}

// Random numbers choose each of the ways as often.
TEST(TwistedTraffic, PacketsTakeAllWays) {
  const Topology topology = Topology::parse("torus:4x4x8~");
  const PacketRoutes routes(topology);
  int several = 0;
  for (NodeId to = 1; to < topology.nodes(); ++to) {
    const std::uint32_t ways = dimension_order_ways(topology, 9, to == 9 ? 0 : to);
    std::map<std::string, int> taken;
    for (std::uint32_t ties = 0; ties < 12 * ways; ++ties) {
      Route route;
      routes.append(9, to == 9 ? 0 : to, ties, route);
      EXPECT_EQ(route.end_node(topology, 9), to == 9 ? 0 : to);
      EXPECT_EQ(route.hops(topology), routes.hops(9, to == 9 ? 0 : to));
      ++taken[route.text()];
    }
    EXPECT_EQ(taken.size(), ways);
    for (const auto& [route, count] : taken) EXPECT_EQ(count, 12) << route;
    several += ways > 1 ? 1 : 0;
  }
  EXPECT_GT(several, 40);
}

}  // namespace
}  // namespace torusim
