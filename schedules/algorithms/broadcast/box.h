#pragma once
/// Broadcast on 3-D tori that are not cubes, with three to six ports.
/// Wang, Tseng, Ni, Sheu, Section 4.2: squeeze into a cubic dilated torus, reach a quarter of its nodes, then
/// expand along y and along z.

#include "schedules/algorithms/broadcast/plan.h"

namespace torusim::broadcast {

/// How a quarter of the dilated torus is reached.
enum class Squeeze {
  kPaper,  ///< Stages 1 and 2 of Section 4.2: two interleaved cubes, one message apart; 1 + 3 ceil(log n1/2)
  kBest    ///< the diagonal, a plane of diagonals, then planes: ceil(log n1) + 2 ceil(log n1/2)
};

/// `torus` has three dimensions, the first the shortest; 3 <= alpha <= 6; the source is (0,0,0). The
/// expansion is the shortest of those in expansions.h, for both: the paper's own does not exist for every
/// shape.
Plan box_broadcast(const Topology& torus, int alpha, Squeeze squeeze);

}  // namespace torusim::broadcast
