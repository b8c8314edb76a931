#pragma once
/// Expansions of a dilated 3-D torus to the whole torus: the series of cuts, and the last step. Wang, Tseng,
/// Ni, Sheu, Section 4.2, Stages 3 to 5.

#include "schedules/algorithms/broadcast/checkerboard.h"

namespace torusim::broadcast {

/// A series of cuts of one long dimension.
struct Series {
  int dimension = 0;
  CutRule rule;
  Narrowest narrowest = Narrowest::kZero;
  int steps = 0;
};

struct Expansion3d {
  /// The last step after the two series of cuts, and the kind of the second series.
  enum class End {
    /// After the first series every row of its dimension is reached in each plane across. So the second
    /// series consists of 2-D steps, without a last step. alpha is 3 or 4.
    kPlanes,
    /// The paper's Stages 3, 4 and 5: cubes of unit size, then one step that fills grids.
    kGrids,
    /// The first series leaves bands that one 2-D step can fill.
    kLastPlanes
  };

  Series first, second;
  End end = End::kGrids;
  int steps() const { return first.steps + second.steps + (end == End::kPlanes ? 0 : 1); }
};

/// The expansion of fewest steps, and among equals the paper's (kGrids). `torus` is as in box_broadcast().
Expansion3d shortest_expansion(const Topology& torus, int alpha);

/// The first levels of the dimension of a series.
Levels first_levels(const Topology& torus, const Series& series);

/// Runs the expansion from first_levels() of both series. There every column owns the rows (Y_a, Z_b) with a
/// and b of its own parity.
void expand(const Topology& torus, int alpha, const Expansion3d& how, PlanBuilder& plan);

}  // namespace torusim::broadcast
