#pragma once
/// Two Hamiltonian cycles without a common edge on a ring times a ring, in closed form, for any lengths.
///
/// The construction starts with the rows and the columns. Unit squares exchange their two row edges and two
/// column edges, which joins the rows to one cycle and the columns to the other.

#include <array>
#include <utility>
#include <vector>

namespace torusim {

using Cell = std::pair<int, int>;  ///< row, column

/// Both cycles begin at (0,0); together the cycles have every edge once. Both lengths must be at least 3.
std::array<std::vector<Cell>, 2> grid_cycles(int rows, int columns);

}  // namespace torusim
