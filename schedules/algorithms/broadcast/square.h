#pragma once
/// Broadcast on tori whose sides are all equal, of any number of dimensions, and on any torus with one or two
/// ports.

#include "schedules/algorithms/broadcast/dilated_torus.h"

namespace torusim::broadcast {

/// The message spreads from a node to a diagonal line, then to a plane, .. to the torus, in k stages of
/// ceil(log_{alpha+1} side) steps; 1 <= alpha <= 2k, source (0,..,0). `stages[v]` are the steps of stage v.
/// Wang, Tseng, Ni, Sheu, Sections 3.1, 4.1 and 5; Theorems 1, 2, 5 and 6. Section 5 only states that the
/// construction exists. No two paths of a step share a link, whatever their directions.
std::vector<std::vector<DilatedStep>> square_broadcast(int dimensions, int side, int alpha);

/// Broadcasts along one dimension after the other, alpha = 1 or 2, in a sum of ceil(log_{alpha+1} side) steps
/// (Section 3.2.3).
Plan ring_by_ring_broadcast(const Topology& torus, int alpha);

/// The plan of the square broadcast on a torus that is square.
Plan square_plan(const Topology& torus, int alpha);

}  // namespace torusim::broadcast
