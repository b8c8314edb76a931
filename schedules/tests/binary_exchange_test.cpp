// The binary exchange: lg N steps of N/2 blocks everywhere, one hop each on hypercubes.
#include <gtest/gtest.h>

#include <bit>

#include "schedules/check/check.h"
#include "schedules/tests/made.h"
#include "schedules/tests/schedule_helpers.h"

namespace torusim {
namespace {

CheckReport checked(const std::string& shape) {
  return test::checked(*make_schedule("binary", Topology::parse(shape)));
}

TEST(BinaryExchange, TakesTheFewestStartups) {
  for (const char* shape : {"path:2", "path:8", "ring:16", "mesh:4x8", "mesh:16x16", "torus:8x4m",
                            "torus:2x4x8", "mesh:4kx8k", "hypercube:1", "hypercube:6"}) {
    const Topology topology = Topology::parse(shape);
    const int steps = std::countr_zero(static_cast<unsigned>(topology.nodes()));
    EXPECT_EQ(checked(shape).cost, (Cost{steps, std::int64_t{steps} * topology.nodes() / 2})) << shape;
    EXPECT_EQ(lower_bounds(topology).startups, steps) << shape;
  }
}

// On a hypercube every step is a hop that nobody shares; on a path step j has 2^(j-1) messages on a channel.
TEST(BinaryExchange, ChannelsOfAStep) {
  const auto schedule = make_schedule("binary", Topology::parse("hypercube:5"));
  EXPECT_TRUE(schedule->info().claims.link_disjoint);
  for (const PhaseSummary& phase : checked("hypercube:5").phases) EXPECT_EQ(phase.max_hops, 1) << phase.name;
  EXPECT_TRUE(make_schedule("binary", Topology::parse("complete:4x8"))->info().claims.link_disjoint);
  EXPECT_FALSE(make_schedule("binary", Topology::parse("mesh:4x4"))->info().claims.link_disjoint);
  int hops = 1;
  for (const PhaseSummary& phase : phases_of("binary", "path:16")) {
    EXPECT_EQ(phase.max_hops, hops) << phase.name;
    hops *= 2;
  }
}

TEST(BinaryExchange, SaysWhereItRuns) {
  EXPECT_EQ(test::refused("binary", "mesh:4x6"),
            "binary on mesh:4x6: it needs sides that are powers of two, not 6; pex-gen and gen run on any "
            "topology");
}

}  // namespace
}  // namespace torusim
