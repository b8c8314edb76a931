#pragma once
/// Twisted tori for tests: random ones, and all small ones.

#include <rapidcheck.h>

#include "schedules/core/error.h"
#include "schedules/core/twist.h"

namespace torusim::test {

/// Of one to three dimensions more than two, with seams that shift only later dimensions, or in any order.
inline Topology any_twisted(int most_nodes) {
  while (true) {
    std::vector<Dimension> sides;
    int nodes = 1;
    const int dimensions = *rc::gen::inRange(2, 5);
    for (int d = 0; d < dimensions; ++d) {
      sides.push_back({*rc::gen::inRange(2, d < 2 ? 7 : 4), Line::kRing});
      nodes *= sides.back().side;
    }
    const bool backwards = *rc::gen::arbitrary<bool>();
    std::vector<Seam> seams;
    for (int d = 0; d + 1 < dimensions; ++d) {
      Seam seam{backwards ? dimensions - 1 - d : d, {}};
      for (int e = d + 1; e < dimensions; ++e) {
        const int shifted = backwards ? dimensions - 1 - e : e, side = sides[shifted].side;
        seam.offset[shifted] =
            *rc::gen::weightedOneOf<int>({{1, rc::gen::just(0)}, {2, rc::gen::inRange(1 - side, side)}});
      }
      if (seam.offset != Seam{}.offset) seams.push_back(seam);
    }
    if (nodes <= most_nodes && !seams.empty()) return Topology::with_seams(sides, seams);
  }
}

/// All of two and three dimensions of at most so many nodes.
inline std::vector<Topology> all_twisted(int most_nodes) {
  std::vector<Topology> result;
  const auto add = [&](const std::vector<Dimension>& sides, std::vector<Seam> seams) {
    std::erase_if(seams, [](const Seam& seam) { return seam.offset == Seam{}.offset; });
    if (seams.empty()) return;
    try {
      result.push_back(Topology::with_seams(sides, seams));
    } catch (const InputError&) {
      // They shift each other in a circle.
    }
  };
  for (int x = 2; x <= most_nodes; ++x) {
    for (int y = 2; x * y <= most_nodes; ++y) {
      const std::vector<Dimension> plane{{x, Line::kRing}, {y, Line::kRing}};
      for (int s = 1; s < x; ++s) add(plane, {{1, {s}}});
      for (int s = 1; s < y; ++s) add(plane, {{0, {0, s}}});
      for (int z = 2; x * y * z <= most_nodes; ++z) {
        const std::vector<Dimension> box{{x, Line::kRing}, {y, Line::kRing}, {z, Line::kRing}};
        for (int s = 0; s < y * z * z * x; ++s) {
          add(box, {{0, {0, s % y, s / y % z}}, {1, {s / y / z / z, 0, s / y / z % z}}});
        }
      }
    }
  }
  return result;
}

}  // namespace torusim::test
