#pragma once
/// Broadcast on 3-D tori that are not cubes, with three to six ports.
/// Wang, Tseng, Ni, Sheu, Section 4.2: squeeze into a cubic dilated torus, reach a quarter of its nodes, then
/// expand along y and along z.

#include "schedules/algorithms/broadcast/plan.h"

namespace torusim::broadcast {

/// The method that reaches a quarter of the dilated torus.
enum class Squeeze {
  /// Stages 1 and 2 of Section 4.2: two interleaved cubes, the second reached by one message; 1 + 3 ceil(log
  /// n1/2)
  kPaper,
  kBest  ///< the diagonal, a plane of diagonals, then planes: ceil(log n1) + 2 ceil(log n1/2)
};

/// `torus` has three dimensions, the first the shortest; 3 <= alpha <= 6; the source is (0,0,0). Both
/// variants use the shortest expansion of expansions.h, as the paper's expansion does not exist for every
/// shape.
Plan box_broadcast(const Topology& torus, int alpha, Squeeze squeeze);

}  // namespace torusim::broadcast
