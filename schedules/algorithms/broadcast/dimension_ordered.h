#pragma once
/// Broadcast on tori of k equal sides, all-port and dimension-ordered, as Tseng (A Dilated-Diagonal-Based
/// Scheme for Broadcast in a Wormhole-Routed 2D Torus, IEEE ToC 46(8), 1997; k = 2) and Wang, Tseng
/// (Algebraic Foundations and Broadcasting Algorithms for Wormhole-Routed All-Port Tori, IEEE ToC 49(3),
/// 2000) promise it: at most 2 (k-1) steps above the lower bound. Their texts were not at hand: a
/// reconstruction from these costs.
///
/// Stage v = 1 .. k serves the last v coordinates: from one owner for each point of the hyperplane
/// x_a = x_{a+1} + .. + x_k, a = k-v+1, to one for each point of the v coordinates, wherever it is along the
/// others. As on a line (interval_recursion.h), hyperplane by hyperplane, with 2k sends of each owner:
///   x_a by d; x_j by -d for each j > a; x_i by +-1 and then x_a by d for each i < a.
/// A step then moves every owner along x_{a-1} into the hyperplane of the next stage; the last stage needs
/// none. k ceil(log_{2k+1} n) + k - 1 steps.

#include "schedules/algorithms/broadcast/plan.h"

namespace torusim::broadcast {

/// From node 0. Throws InputError unless all dimensions are rings of one length.
Plan dimension_ordered_plan(const Topology& torus);

}  // namespace torusim::broadcast
