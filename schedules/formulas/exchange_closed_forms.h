#pragma once
/// Costs, bounds and loads of complete exchanges in closed form, as their papers have them.

#include <string>
#include <vector>

#include "schedules/core/cost.h"

namespace torusim {

// The costs of the theorems for rings and tori of 2^d nodes a side, in closed form. Tseng, Ni, Sheu:
// Toward Optimal Complete Exchange on Wormhole-Routed Tori, Lemmas 2 to 5, Theorems 1 to 3.
//
// Two tables have misprints. In Table 3 the last term of T4's row for d = 4 must have the factor 2^{d+5}
// (1152 blocks, as its speed-ups require). In Table 4 C64 takes 8d - 15 startups. Theorem 3 holds from d = 5
// on.

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

// Number of messages on the busiest channel in step i of PEX and GEN, in closed form. There are the forms
// printed in Thakur, Choudhary, Fox: Complete Exchange on a Wormhole Routed Mesh, Sections 3.1 and 3.4, and
// exact forms.
//
// The mesh has r rows of c nodes; 1 <= i < r c; i / c is the quotient without its fraction, mod(i, c) the
// remainder. The printed forms are upper bounds of the exact forms. PEX-GEN and PEX-GEN-SHIFT have no form:
// the paper bounds both by PEX on the next power of two, which fails for some numbers of columns (16 x 30
// has 18, PEX on 16 x 32 has 16).

/// Direction of a message whose distance is exactly half a ring, where both directions are shortest.
enum class HalfRing {
  kPositive,  ///< in direction +
  kParity,    ///< + from nodes whose coordinates have an even sum, - from the others
};

struct Grid {
  int rows;     ///< r
  int columns;  ///< c
  int nodes() const { return rows * columns; }
};

/// PEX on a mesh of powers of two: 2^floor(lg max(mod(i, c), i / c)).
int pex_link_load(Grid mesh, int step);
/// The printed form of PEX, with a ceiling: 2^ceil(lg max(mod(i, c), i / c)).
int printed_pex_link_load(Grid mesh, int step);
/// PEX on a torus of powers of two: the larger of both dimensions, where m = mod(i, c) or i / c on a ring of
/// s is 2^floor(lg m) below s/2; s/2 (kPositive) or s/4 (kParity) at it; s/4 above; at least 1 unless m = 0.
int pex_torus_link_load(Grid torus, HalfRing tie, int step);

/// GEN on any mesh, a = mod(i, c), b = i / c: max(min(a, c - a), min(b, r - b), and where a > 0 also min(b +
/// 1, r - b - 1)). The load on a torus with kPositive is equal.
int gen_link_load(Grid mesh, int step);
/// The printed form of GEN: min(a, c - a) + min(b, (p - i) / c), which adds channels of rows and of columns.
int printed_gen_link_load(Grid mesh, int step);

// The costs of published complete exchanges, as printed in the comparison with T4 and C64: Tseng, Ni, Sheu:
// Toward Optimal Complete Exchange on Wormhole-Routed Tori, Tables 3 and 4. The papers of the schemes were
// not available. These costs are formulas, never measurements, and must be shown as such. The gather family
// (schedules/algorithms/gather) is a reconstruction of the schemes, with costs of its own.
//
// T-2D1, T-2D2, T-3D1, T-3D2: Suh, Yalamanchili. DP-2D, DP-3D: the diagonal propagation of Tseng, Lin,
// Gupta, Panda.

enum class PublishedScheme { kT2D1, kT2D2, kDP2D, kT3D1, kT3D2, kDP3D };

/// The dimensions of the scheme, 2 or 3.
int dimensions_of(PublishedScheme scheme);

/// The cost on a torus of 2^d nodes a side, d >= 3.
Cost published_cost(PublishedScheme scheme, int d);

struct PublishedCost {
  std::string name;  ///< "DP-2D"
  Cost cost;
};

/// The rows of Table 3 on tori of 2^d x 2^d, and of Table 4 on tori of 2^d x 2^d x 2^d, d >= 4. T-3D1 and
/// DP-3D begin at d = 3. Other shapes have no rows.
std::vector<PublishedCost> published_costs(const Topology& topology);

}  // namespace torusim
