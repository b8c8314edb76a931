// Edge-disjoint Hamiltonian cycles of tori: every edge on exactly one of them.
#include <gtest/gtest.h>

#include <set>
#include <string>

#include "schedules/algorithms/cycles/decomposition.h"

namespace torusim {
namespace {

/// "" if the cycles are k Hamiltonian ones that have every edge of the torus once, else what is wrong.
std::string fault(const Topology& topology) {
  const auto cycles = cycle_decomposition(topology);
  const int k = topology.dimensions();
  if (static_cast<int>(cycles.size()) != k) return "number of cycles";
  std::set<std::pair<NodeId, int>> edges;  // lower end, dimension
  for (const auto& cycle : cycles) {
    if (std::set(cycle.begin(), cycle.end()).size() != static_cast<std::size_t>(topology.nodes())) {
      return "not all nodes";
    }
    if (cycle.size() != static_cast<std::size_t>(topology.nodes())) return "a node twice";
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const NodeId a = cycle[i], b = cycle[(i + 1) % cycle.size()];
      int along = -1;
      for (int d = 0; d < k; ++d) {
        if (topology.displaced(a, d, +1) == b && edges.emplace(a, d).second) along = d;
        if (topology.displaced(b, d, +1) == a && edges.emplace(b, d).second) along = d;
      }
      if (along < 0) return "no edge, or one that was used before";
    }
  }
  return "";
}

TEST(CycleDecomposition, EveryShapeOfTwoDimensions) {
  for (int m = 3; m <= 17; ++m) {
    for (int n = 3; n <= 17; ++n) EXPECT_EQ(fault(Topology({{m}, {n}})), "") << m << "x" << n;
  }
}

TEST(CycleDecomposition, ThreeToFiveDimensions) {
  for (int a = 3; a <= 8; ++a) {
    for (int b = 3; b <= 8; ++b) {
      for (int c = 3; c <= 8; ++c) {
        EXPECT_EQ(fault(Topology({{a}, {b}, {c}})), "") << a << "x" << b << "x" << c;
      }
    }
  }
  for (const char* shape : {"torus:3x3x3x3", "torus:4x4x4x4", "torus:5x4x3x6", "torus:4x4x4x4x4",
                            "torus:3x4x3x3x3", "torus:16x16x16", "torus:3x3x40", "torus:40x3x3"}) {
    EXPECT_EQ(fault(Topology::parse(shape)), "") << shape;
  }
}

}  // namespace
}  // namespace torusim
