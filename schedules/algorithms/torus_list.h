#pragma once
/// The tori that an algorithm has tables for, as its messages name them.

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim {

/// Each once, in the order of the tables.
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

/// Of those with the nearest number of dimensions the one with the nearest number of nodes, by their ratio.
inline std::string nearest_torus(const Topology& topology, const std::vector<Topology>& tori) {
  return std::ranges::min_element(tori, {},
                                  [&](const Topology& torus) {
                                    return std::abs(std::log(double{1} * torus.nodes() / topology.nodes())) +
                                           100 * std::abs(torus.dimensions() - topology.dimensions());
                                  })
      ->name();
}

}  // namespace torusim
