#pragma once
/// The 2-D step: every R-marked check of a plane is cut in up to five.
/// Wang, Tseng, Ni, Sheu, Section 3.2, Stage 3.

#include <array>
#include <cstdint>
#include <vector>

#include "schedules/algorithms/broadcast/plan.h"

namespace torusim::broadcast {

// Cuts the long dimensions of a non-square torus into bands, and bands into narrower bands.
//
// Rows L_0 = 0 <= L_1 <= .. <= L_2m = n are levels; band b lies between L_b and L_{b+1} and is of type b mod
// 2 (0: R_even, 1: R_odd of Definition 5). Even columns own the even levels, odd columns the odd ones. A
// step cuts a band of type t into at most parts[t] bands, an odd number, so that types keep alternating.
//
// Wang, Tseng, Ni, Sheu cut evenly (Sections 3.2.1, 4.2.1) or 2:1 and (alpha+1):(alpha-1) (Definitions 4 and
// 7, "to avoid the tedium of floor and ceiling functions"). Here whole numbers replace ratios: the capacity
// of a band is the greatest width that the remaining steps can serve. Widths are proportional to capacities.

/// A number for bands of types 0 and 1.
using PerType = std::array<int, 2>;

struct CutRule {
  /// The number of bands into which a step cuts a band.
  PerType parts;
  /// Capacities when no cut is left; (0,1) means that every row is then a level of both types.
  PerType last;
};

/// Least width of the bands that a cut leaves.
enum class Narrowest {
  kZero,  ///< bands may vanish
  kOne,   ///< at least 1; a band narrower than its parts is cut into fewer
  kOdd    ///< odd widths only; of an even number of rows the last band is even
};

using Levels = std::vector<int>;

/// The capacities with `steps` cuts to go. They stop growing at 2^30.
PerType capacities(const CutRule& rule, int steps);
/// The fewest cuts that serve a ring of `rows` rows in 2 * `pairs` bands.
int cuts_needed(const CutRule& rule, int pairs, int rows);
/// Levels of 2 * `pairs` bands, all at least 1 wide, with `steps` cuts to go.
Levels first_levels(const CutRule& rule, int pairs, int rows, int steps, Narrowest narrowest);

/// The cut of all bands of a ring in one step.
struct Cut {
  Levels before;
  /// [band]: its new levels, ascending, an even number.
  std::vector<std::vector<int>> rows;
  Levels after() const;
};

/// The next cut, with `steps` >= 1 to go before it.
Cut cut(const CutRule& rule, const Levels& levels, int steps, Narrowest narrowest);

/// The columns of a plane, or planes of a box, that take part: all nodes along dimension 0, without the last
/// node if the number is odd.
class Columns {
 public:
  explicit Columns(const Topology& torus) : side_(torus.side(0)) {}

  int count() const { return side_ - side_ % 2; }
  int next(int column) const { return (column + 1) % count(); }
  /// Links from a column to the next one.
  int links(int column) const { return column + 1 == count() ? side_ - column : 1; }

 private:
  int side_;
};

/// In the planes of x and `dimension`, one for each node of the other dimension(s): column i owns the levels
/// of its parity before the step, and the new levels of its parity after it. For any cuts, no two paths share
/// a link.
///
/// Parts of a band: 5 (both corners of a check send two messages), 3 (one) or 1.
void checkerboard_step(const Topology& torus, int dimension, const Cut& cut, PlanBuilder& plan);

/// The last step if the number of columns is odd: the last column gets the message from its neighbours.
void send_to_left_out_column(const Topology& torus, PlanBuilder& plan);

}  // namespace torusim::broadcast
