// Rings of three lengths in one stage: their phases meet as well as they can.
#include "schedules/algorithms/torus_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace torusim {
namespace {

using Sizes = std::vector<std::int64_t>;  // of a ring's phases, in the order that they run in

/// The least sum of largest messages when the phases of the second and third ring are placed among those of
/// the first: all ways are tried.
std::int64_t least_cost(const Sizes& longest, const Sizes& second, const Sizes& third) {
  constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max() / 2;
  const std::size_t rows = second.size() + 1, columns = third.size() + 1;
  std::vector<std::int64_t> best(rows * columns, kNever);  // [placed of the second][.. of the third]
  best[0] = 0;
  for (const std::int64_t size : longest) {
    std::vector<std::int64_t> next(rows * columns, kNever);
    for (std::size_t j = 0; j < rows; ++j) {
      for (std::size_t k = 0; k < columns; ++k) {
        for (const std::size_t dj : {0, 1}) {
          for (const std::size_t dk : {0, 1}) {
            if (j < dj || k < dk) continue;
            const std::int64_t with =
                std::max({size, dj == 1 ? second[j - 1] : 0, dk == 1 ? third[k - 1] : 0});
            auto& here = next[j * columns + k];
            here = std::min(here, best[(j - dj) * columns + k - dk] + with);
          }
        }
      }
    }
    best = std::move(next);
  }
  return best.back();
}

TEST(TorusPlanTest, ThreeRingLengthsMeetAsWellAsTheyCan) {
  // In the first three, placing the third ring by the first alone would cost more: 630 to 606 blocks of each
  // 64 nodes on rings of 5, 6 and 8.
  for (const char* shape :
       {"torus:20x24x32", "torus:32x24x28", "torus:64x56x36", "torus:16x32x64", "torus:12x20x28"}) {
    const Topology topology = Topology::parse(shape);
    const TorusPlan plan(topology, {4, 4, 4}, {});
    std::vector<Sizes> rings;
    for (int d = 0; d < 3; ++d) {
      const std::int64_t unit = topology.nodes() / plan.ring(d).length;
      rings.emplace_back();
      for (const RingPhase& phase : plan.ring(d).phases)
        rings.back().push_back(unit * most_blocks(phase.messages));
    }
    std::vector<std::int64_t> cost(plan.stages(), 0);
    for (const TorusPlan::PlannedPhase& planned : plan.phases()) {
      if (planned.stage < 0) continue;
      std::int64_t largest = 0;
      for (int d = 0; d < 3; ++d) {
        if (planned.ring_phase[d] >= 0) largest = std::max(largest, rings[d][planned.ring_phase[d]]);
      }
      cost[planned.stage] += largest;
    }
    std::sort(rings.begin(), rings.end(), [](const Sizes& a, const Sizes& b) { return a.size() > b.size(); });
    // All three run together in one stage of the four at least.
    EXPECT_EQ(*std::max_element(cost.begin(), cost.end()), least_cost(rings[0], rings[1], rings[2])) << shape;
  }
}

}  // namespace
}  // namespace torusim
