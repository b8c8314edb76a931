#pragma once
/// Stage 4 of the 2-D broadcast: every check that is left is served on its own.
/// Wang, Tseng, Ni, Sheu, Figures 3 and 5, whose pictures are lost; these tables take their place.

#include "schedules/algorithms/broadcast/checkerboard.h"

namespace torusim::broadcast {

/// Serves the R-marked checks between levels, their free corners and with them all nodes: one step if no
/// check is higher than 2, else two. Heights: at most 5 (alpha = 4); at most 4 between an even level and the
/// next, 3 from there to the next even one (alpha = 3).
void serve_small_checks(const Topology& torus, int alpha, const Levels& levels, PlanBuilder& plan);

}  // namespace torusim::broadcast
