#pragma once
/// The shapes on which an algorithm runs, for its errors: the tori of its tables, and the nearest shape.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "schedules/core/error.h"
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

/// Throws InputError unless the topology is its nearest shape, in which `nearest` takes the place of each
/// dimension. `needs` names what the algorithm asks for; `instead` follows the nearest shape.
inline void require_shape(const std::string& algorithm, const Topology& topology, const std::string& needs,
                          const std::function<Dimension(Dimension)>& nearest,
                          const std::string& instead = "") {
  std::vector<Dimension> dimensions;
  for (int d = 0; d < topology.dimensions(); ++d) dimensions.push_back(nearest(topology.dimension(d)));
  bool fits = true;
  for (int d = 0; d < topology.dimensions(); ++d) fits &= dimensions[d] == topology.dimension(d);
  if (fits) return;
  throw InputError(fmt::format("{} on {}: {} needs {}; nearest: {}{}", algorithm, topology.name(), algorithm,
                               needs, Topology(std::move(dimensions)).name(), instead));
}

inline std::vector<int> sides_of(const Topology& topology) {
  std::vector<int> sides;
  for (int d = 0; d < topology.dimensions(); ++d) sides.push_back(topology.side(d));
  return sides;
}

/// The numbers of dimensions of groups that end at dimension d for each bit d of `cuts`.
inline std::vector<int> sizes_between(unsigned cuts, int dimensions) {
  std::vector<int> sizes{1};
  for (int d = 0; d + 1 < dimensions; ++d) {
    if ((cuts >> d & 1) != 0) sizes.push_back(0);
    ++sizes.back();
  }
  return sizes;
}

/// A torus of these sides.
inline Topology torus_of(const std::vector<int>& sides) {
  std::vector<Dimension> dimensions;
  for (const int side : sides) dimensions.push_back({side, Line::kRing});
  return Topology(std::move(dimensions));
}

/// The tori whose sides are those of the topology rounded down and up to a multiple, with dimensions added or
/// left out: "torus:4x8 or torus:8x8", or one name if both tori are the same. No side is longer than
/// `longest`.
inline std::string nearest_multiples(const Topology& topology, int dimensions, int multiple,
                                     int longest = std::numeric_limits<int>::max()) {
  const auto rounded = [&](int more) {
    std::vector<int> sides;
    for (int d = 0; d < dimensions; ++d) {
      const int side = topology.side(std::min(d, topology.dimensions() - 1));
      sides.push_back(std::clamp((side + more) / multiple * multiple, std::max(multiple, 2),
                                 longest / multiple * multiple));
    }
    return torus_of(sides).name();
  };
  const std::string down = rounded(0), up = rounded(multiple - 1);
  return down == up ? down : down + " or " + up;
}

}  // namespace torusim
