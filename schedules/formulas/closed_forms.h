#pragma once
/// The costs of the paper's theorems for rings and tori of 2^d nodes a side, in closed form. Tseng, Ni, Sheu:
/// Toward Optimal Complete Exchange on Wormhole-Routed Tori, Lemmas 2 to 5, Theorems 1 to 3.
///
/// Two tables have misprints. In Table 3 the last term of T4's row for d = 4 must have the factor 2^{d+5}
/// (1152 blocks, as its speed-ups require). In Table 4 C64 takes 8d - 15 startups. Theorem 3 holds from d = 5
/// on.

#include "schedules/core/cost.h"

namespace torusim {

/// Largest messages of the phases of the original tree (one direction, Lemmas 2 to 5): GP_0 .. GP_{d-2},
/// SP_{d-2} .. SP_0. d >= 3.
std::vector<std::int64_t> tree_phase_blocks(int d);
/// Theorem 1: the ring of 2^d nodes, d >= 3.
Cost ring_cost(int d);
/// Section 3.1 (T1) and its form in `dimensions` dimensions (C1), d >= 3.
Cost dimension_by_dimension_cost(int d, int dimensions);
/// Theorem 2, d >= 4.
Cost t4_cost(int d);
/// Theorem 3, d >= 5.
Cost c64_cost(int d);
/// Lemma 8: lower bounds on a square torus of 2 or 3 dimensions.
Cost lemma8_bound(int d, int dimensions);

}  // namespace torusim
