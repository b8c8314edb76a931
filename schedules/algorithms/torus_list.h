#pragma once
/// Tori for messages: the tori for which an algorithm has tables, and the nearest torus on which it runs.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim {

/// The tori of the tables, each once, in the order of the tables.
template <typename Tables>
std::vector<Topology> tori_of(const Tables& tables) {
  std::vector<Topology> result;
  for (const auto& table : tables) {
    if (std::ranges::find(result, table.torus()) == result.end()) result.push_back(table.torus());
  }
  return result;
}

inline std::vector<std::string> names_of(const std::vector<Topology>& tori) {
  std::vector<std::string> result;
  for (const Topology& torus : tori) result.push_back(torus.name());
  return result;
}

/// Among tori with the nearest number of dimensions, the torus with the nearest number of nodes by ratio.
inline std::string nearest_torus(const Topology& topology, const std::vector<Topology>& tori) {
  return std::ranges::min_element(tori, {},
                                  [&](const Topology& torus) {
                                    return std::abs(std::log(double{1} * torus.nodes() / topology.nodes())) +
                                           100 * std::abs(torus.dimensions() - topology.dimensions());
                                  })
      ->name();
}

/// The tori whose sides are those of the topology rounded down and up to a multiple, with dimensions added or
/// left out: "torus:4x8 or torus:8x8", or one name if both tori are the same. No side is longer than
/// `longest`.
inline std::string nearest_multiples(const Topology& topology, int dimensions, int multiple,
                                     int longest = std::numeric_limits<int>::max()) {
  const auto rounded = [&](int more) {
    std::vector<Dimension> sides;
    for (int d = 0; d < dimensions; ++d) {
      const int side = topology.side(std::min(d, topology.dimensions() - 1));
      sides.push_back({std::clamp((side + more) / multiple * multiple, std::max(multiple, 2),
                                  longest / multiple * multiple),
                       Line::kRing});
    }
    return Topology(std::move(sides)).name();
  };
  const std::string down = rounded(0), up = rounded(multiple - 1);
  return down == up ? down : down + " or " + up;
}

}  // namespace torusim
