#pragma once
/// Short forms for the tests of forwarding tables.

#include <vector>

#include "schedules/algorithms/gossip_tables.h"

namespace torusim {

inline Topology torus(const std::vector<int>& sides) {
  std::vector<Dimension> dimensions;
  for (const int side : sides) dimensions.push_back({side});
  return Topology(dimensions);
}

/// Steps of a table; -1 if it does not gossip completely.
inline int steps(const ForwardTable& table) {
  const auto counted = count_steps(table);
  return counted ? counted->steps : -1;
}

}  // namespace torusim
