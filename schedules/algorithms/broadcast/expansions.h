#pragma once
/// Ways to expand a dilated 3-D torus to the whole: which bands to cut how often, and what comes last.
/// Wang, Tseng, Ni, Sheu, Section 4.2, Stages 3 to 5.

#include "schedules/algorithms/broadcast/cubes.h"

namespace torusim::broadcast {

/// A series of cuts of one long dimension.
struct Series {
  int dimension = 0;
  CutRule rule;
  Narrowest narrowest = Narrowest::kZero;
  int steps = 0;
};

struct Expansion3d {
  /// What follows the two series of cuts, and how the second is made.
  enum class End {
    /// After the first series every row of its dimension is reached in each plane across, so that the second
    /// one is a series of 2-D steps; nothing follows. alpha 3, 4.
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

/// The one of fewest steps; of equals the paper's own (kGrids). `torus` as in box_broadcast.
Expansion3d shortest_expansion(const Topology& torus, int alpha);

/// First levels of the dimension of a series.
Levels first_levels(const Topology& torus, const Series& series);

/// Runs it from first_levels() of both series, where every column owns the rows (Y_a, Z_b) with a and b of
/// its own parity.
void expand(const Topology& torus, int alpha, const Expansion3d& how, PlanBuilder& plan);

}  // namespace torusim::broadcast
