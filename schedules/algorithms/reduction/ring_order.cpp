#include "schedules/algorithms/reduction/ring_order.h"

#include <algorithm>
#include <utility>

#include "schedules/algorithms/cycles/decomposition.h"
#include "schedules/algorithms/cycles/grid_cycles.h"
#include "schedules/algorithms/reduction/reduction.h"

namespace torusim {
namespace {

/// A Hamiltonian cycle of a ring of `rows` times a ring of `columns`.
std::vector<Cell> one_cycle(int rows, int columns) {
  if (std::min(rows, columns) >= 3) return grid_cycles(rows, columns)[0];
  // There and back along the longer side.
  std::vector<Cell> result;
  const bool upright = columns == 2;
  const int length = upright ? rows : columns;
  for (int i = 0; i < length; ++i) result.push_back(upright ? Cell{i, 0} : Cell{0, i});
  for (int i = length - 1; i >= 0; --i) result.push_back(upright ? Cell{i, 1} : Cell{1, i});
  return result;
}

Route hop(const Topology& topology, NodeId from, NodeId to) {
  for (int d = 0; d < topology.dimensions(); ++d) {
    for (const int step : {+1, -1}) {
      if (topology.displaced(from, d, step) != to) continue;
      return {{static_cast<std::int16_t>(d), static_cast<std::int16_t>(step)}};
    }
  }
  return {};
}

RingOrder with_hops(const Topology& topology, std::vector<NodeId> nodes) {
  RingOrder result{std::move(nodes), {}};
  for (std::size_t i = 0; i < result.nodes.size(); ++i) {
    result.hops.push_back(hop(topology, result.nodes[i], result.nodes[(i + 1) % result.nodes.size()]));
  }
  return result;
}

}  // namespace

RingOrder RingOrder::backwards() const {
  const std::size_t n = nodes.size();
  RingOrder result;
  for (std::size_t i = 0; i < n; ++i) {
    result.nodes.push_back(nodes[n - 1 - i]);
    result.hops.push_back(reversed(hops[(2 * n - 2 - i) % n]));
  }
  return result;
}

RingOrder hamiltonian_cycle(const Topology& topology) {
  if (topology.twisted()) return with_hops(topology, twisted_cycle(topology));
  Topology::Coordinates at{};
  std::vector<Topology::Coordinates> cycle;
  for (; at[0] < topology.side(0); ++at[0]) cycle.push_back(at);
  for (int d = 1; d < topology.dimensions(); ++d) {
    std::vector<Topology::Coordinates> longer;
    for (const auto& [i, x] : one_cycle(static_cast<int>(cycle.size()), topology.side(d))) {
      longer.push_back(cycle[i]);
      longer.back()[d] = x;
    }
    cycle = std::move(longer);
  }
  std::vector<NodeId> nodes;
  for (const auto& coordinates : cycle) nodes.push_back(topology.node(coordinates));
  return with_hops(topology, std::move(nodes));
}

std::vector<RingOrder> edge_disjoint_cycles(const Topology& topology) {
  std::vector<RingOrder> result;
  for (auto& nodes : cycle_decomposition(topology)) result.push_back(with_hops(topology, std::move(nodes)));
  return result;
}

}  // namespace torusim
