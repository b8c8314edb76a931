#include "schedules/algorithms/cycles/grid_cycles.h"

namespace torusim {
namespace {

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
std::array<std::vector<Cell>, 2> upright_cycles(int rows, int columns) {
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

}  // namespace

std::array<std::vector<Cell>, 2> grid_cycles(int rows, int columns) {
  if (columns <= rows) return upright_cycles(rows, columns);
  auto cycles = upright_cycles(columns, rows);
  for (auto& cycle : cycles) {
    for (Cell& cell : cycle) std::swap(cell.first, cell.second);
  }
  return cycles;
}

}  // namespace torusim
