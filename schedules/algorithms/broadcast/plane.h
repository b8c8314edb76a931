#pragma once
/// Broadcast on 2-D tori that are not square, with three or four ports.
/// Wang, Tseng, Ni, Sheu, Section 3.2: squeeze into a square dilated torus, broadcast to every other diagonal
/// of it, then expand.

#include "schedules/algorithms/broadcast/plan.h"

namespace torusim::broadcast {

enum class Expansion {
  /// Stages 3 and 4 of the paper: cut checks until they are small, then one or two steps that depend only on
  /// the height of the checks (Figures 3 and 5). Theorems 3 and 4.
  kPaper,
  /// Cuts continue until every row is a level of every column: 0 to 2 steps fewer, and no stage 4.
  kBest
};

/// `torus` has two dimensions, the first not longer than the second; alpha is 3 or 4; the source is (0,0).
Plan plane_broadcast(const Topology& torus, int alpha, Expansion expansion);

}  // namespace torusim::broadcast
