// Duato's extended graph of the escape lanes: free of cycles by destination, cyclic by history.
#include "schedules/check/escape_dependencies.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace torusim {
namespace {

TEST(EscapeDependencies, ByDestinationFreeByHistoryCyclic) {
  for (const char* shape : {"torus:4x4", "torus:5x4", "torus:8x8", "torus:4x4x4"}) {
    const Topology topology = Topology::parse(shape);
    for (const EscapeLane rule : {EscapeLane::kByDestination, EscapeLane::kByHistory}) {
      const bool cyclic = rule == EscapeLane::kByHistory;
      const EscapeDependencies all = escape_dependencies(topology, rule);
      EXPECT_EQ(!all.cycle.empty(), cyclic) << shape;
      EXPECT_EQ(!escape_cycle(topology, rule).empty(), cyclic) << shape;
      EXPECT_GT(all.direct, 0);
    }
  }
}

// By hand: +x of 4 nodes, destinations at 1 and 2 hops, so 3 -> 0 -> 1 and 2 -> 3 -> 0 cross the wrap.
TEST(EscapeDependencies, ARingOfFour) {
  const EscapeDependencies ring = escape_dependencies(Topology::parse("ring:4"), EscapeLane::kByDestination);
  // Lane 0: +x of 2 and 3 (two hops), of 3 (one hop); lane 1: of 0, 1, 2. A tie goes +, so -x has one hop:
  // lane 0 of 0, lane 1 of 1, 2, 3.
  EXPECT_EQ(ring.channels, 2 + 3 + 4);
  EXPECT_EQ(ring.direct, 4);  // of the four pairs at two hops
  EXPECT_EQ(ring.indirect, 0);
  EXPECT_TRUE(ring.cycle.empty());
}

/// The channels of a cycle lead from one to the next, on lanes that exist.
RC_GTEST_PROP(EscapeDependenciesProperty, BothWaysAgreeOnEveryTorusAndMesh, ()) {
  std::vector<Dimension> sides;
  const int dimensions = *rc::gen::inRange(1, 4);
  for (int d = 0; d < dimensions; ++d) {
    sides.push_back({*rc::gen::inRange(2, dimensions == 1   ? 11
                                          : dimensions == 2 ? 6
                                                            : 4),
                     *rc::gen::element(Line::kArray, Line::kRing, Line::kRing)});
  }
  const Topology topology(sides);
  RC_ASSERT(escape_dependencies(topology, EscapeLane::kByDestination).cycle.empty());
  RC_ASSERT(escape_cycle(topology, EscapeLane::kByDestination).empty());
  RC_ASSERT(escape_dependencies(topology, EscapeLane::kByHistory).cycle.empty() ==
            escape_cycle(topology, EscapeLane::kByHistory).empty());
}

TEST(EscapeDependencies, LargeNetworks) {
  for (const char* shape : {"torus:64x64x64", "torus:16x20x28", "mesh:100x100", "ring:1024"}) {
    EXPECT_TRUE(escape_cycle(Topology::parse(shape), EscapeLane::kByDestination).empty()) << shape;
  }
}

}  // namespace
}  // namespace torusim
