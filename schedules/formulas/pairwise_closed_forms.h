#pragma once
/// Number of messages on the busiest channel in step i of PEX and GEN, in closed form. There are the forms
/// printed in Thakur, Choudhary, Fox: Complete Exchange on a Wormhole Routed Mesh, Sections 3.1 and 3.4, and
/// exact forms.
///
/// The mesh has r rows of c nodes; 1 <= i < r c; i / c is the quotient without its fraction, mod(i, c) the
/// remainder. The printed forms are upper bounds of the exact forms. PEX-GEN and PEX-GEN-SHIFT have no form:
/// the paper bounds both by PEX on the next power of two, which fails for some numbers of columns (16 x 30
/// has 18, PEX on 16 x 32 has 16).

namespace torusim {

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

}  // namespace torusim
