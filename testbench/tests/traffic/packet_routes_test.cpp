#include "models/sources/packet_routes.h"

#include <gtest/gtest.h>

#include "schedules/core/error.h"

namespace torusim {
namespace {

/// What a packet may take: dimension order, or half a ring the other way round.
Route expected(const Topology& topology, NodeId from, NodeId to, std::uint32_t ties) {
  Route route;
  for (Run run : dimension_order_route(topology, from, to)) {
    const bool half = topology.wraps(run.dimension) && 2 * run.hops == topology.side(run.dimension);
    if (half && (ties >> run.dimension & 1) != 0) run.hops = static_cast<std::int16_t>(-run.hops);
    route.append(run);
  }
  return route;
}

TEST(PacketRoutes, AreInDimensionOrderAndTakeBothWaysRoundARing) {
  for (const char* shape : {"ring:2", "ring:9", "torus:4x5", "torus:4x6x2", "mesh:3x4", "torus:4x3mx5k",
                            "complete:6", "product:petersen,4,3m"}) {
    const Topology topology = Topology::parse(shape);
    const PacketRoutes routes(topology);
    for (NodeId from = 0; from < topology.nodes(); ++from) {
      for (NodeId to = 0; to < topology.nodes(); ++to) {
        for (const std::uint32_t ties : {0u, 1u, 2u, ~0u}) {
          Route route;
          routes.append(from, to, ties, route);
          ASSERT_EQ(route, expected(topology, from, to, ties)) << shape << " " << from << " " << to;
          ASSERT_EQ(routes.hops(from, to), route.hops(topology)) << shape << " " << from << " " << to;
        }
      }
    }
  }
}

TEST(PacketRoutes, RefuseRunsThatNoRouteNames) {
  EXPECT_NO_THROW(PacketRoutes(Topology::parse("ring:65535")));
  EXPECT_THROW(PacketRoutes(Topology::parse("ring:65536")), InputError);
}

}  // namespace
}  // namespace torusim
