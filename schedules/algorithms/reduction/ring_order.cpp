#include "schedules/algorithms/reduction/ring_order.h"

#include <algorithm>
#include <array>
#include <utility>

#include "schedules/algorithms/reduction/reduction.h"

namespace torusim {
namespace {

using Cell = std::pair<int, int>;  // row, column

/// Where the squares lie: level j joins rows j and j + 1 at columns W[j] and W[j] + 1. Rows are as many as
/// columns, or more.
std::vector<int> squares(int rows, int columns) {
  std::vector<int> result;
  const bool wraps = columns % 2 == 1 && rows % 2 == 0;  // the last column pair is used too
  const int first = wraps ? columns : columns - 1;
  for (int c = 0; c < first; ++c) result.push_back(c);
  const int levels = columns % 2 == 0 && rows % 2 == 1 ? rows : rows - 1;
  while (static_cast<int>(result.size()) < levels) {
    result.push_back(first - 2);
    result.push_back(first - 1);
  }
  return result;
}

/// The two cycles of a grid that wraps both ways, columns <= rows, both at least 3.
std::array<std::vector<Cell>, 2> grid_cycles(int rows, int columns) {
  const auto at = [&](int row, int column) { return row % rows * columns + column % columns; };
  // Colour of the edge to the next column, and to the next row: 0 is the cycle that begins as the rows.
  std::vector<int> along(rows * columns, 0), down(rows * columns, 1);
  const std::vector<int> level = squares(rows, columns);
  for (int j = 0; j < static_cast<int>(level.size()); ++j) {
    const int c = level[j];
    along[at(j, c)] ^= 1;
    along[at(j + 1, c)] ^= 1;
    down[at(j, c)] ^= 1;
    down[at(j, c + 1)] ^= 1;
  }
  std::array<std::vector<Cell>, 2> cycles;
  for (int colour = 0; colour < 2; ++colour) {
    Cell here{0, 0}, before{-1, -1};
    do {
      cycles[colour].push_back(here);
      const auto [r, c] = here;
      const Cell right{r, (c + 1) % columns}, left{r, (c + columns - 1) % columns};
      const Cell below{(r + 1) % rows, c}, above{(r + rows - 1) % rows, c};
      const std::array<std::pair<Cell, int>, 4> edges{{{right, along[at(r, c)]},
                                                       {below, down[at(r, c)]},
                                                       {left, along[at(left.first, left.second)]},
                                                       {above, down[at(above.first, above.second)]}}};
      for (const auto& [to, edge] : edges) {
        if (edge != colour || to == before) continue;
        before = here;
        here = to;
        break;
      }
    } while (here != Cell{0, 0});
  }
  return cycles;
}

/// As grid_cycles(), whichever side is the longer.
std::array<std::vector<Cell>, 2> any_grid_cycles(int rows, int columns) {
  if (columns <= rows) return grid_cycles(rows, columns);
  auto cycles = grid_cycles(columns, rows);
  for (auto& cycle : cycles) {
    for (Cell& cell : cycle) std::swap(cell.first, cell.second);
  }
  return cycles;
}

/// A Hamiltonian cycle of a ring of `rows` times a ring of `columns`.
std::vector<Cell> one_cycle(int rows, int columns) {
  if (std::min(rows, columns) >= 3) return any_grid_cycles(rows, columns)[0];
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
  for (const auto& cycle : any_grid_cycles(topology.side(0), topology.side(1))) {
    std::vector<NodeId> nodes;
    for (const auto& [x, y] : cycle) nodes.push_back(topology.node({x, y}));
    result.push_back(with_hops(topology, std::move(nodes)));
  }
  return result;
}

}  // namespace torusim
