#pragma once
/// Complete exchange on one ring, as a template of phases that the torus algorithms lay onto rows and
/// columns. Tseng, Ni, Sheu: Toward Optimal Complete Exchange on Wormhole-Routed Tori, Sections 2 and 5.
///
/// Blocks travel at most half a ring; blocks at distance n/2 go in direction +. Two gather-scatter trees run
/// at the same time. The tree of direction - is shifted by one node, so every node sends and receives at most
/// one message in a phase (Section 2.4). Every block stays on a shortest path; no two messages of a phase
/// share a channel. A ring of n nodes, d = ceil(lg n), n even, n > 4, takes the phases GP0 .. GP{d-2},
/// SP{d-2} .. SP0, less phases without messages (GP{d-2} or SP{d-2} on rings of 6, 10, 12, .. nodes).
///
/// Section 5 only sketches lengths that are not powers of two. The choices here are:
/// - n = 1: nothing; n = 2: one phase; n = 3: one turn each way; n = 4: two phases of pairwise exchanges.
/// - n odd: the two trees cannot share all phases (node 0 would be in both). `fold` leaves node 0 out of the
///   tree of direction -: node 0 hands its blocks to node n-1 in a phase PRE and gets its blocks from node 1
///   in a phase POST, at most 2d phases in all. `split` runs phases that collide as two, GP1a and GP1b. `seq`
///   runs the two trees one after the other, in phases GP0+ .. SP0+, GP0- .. SP0-, at most 4d-4, without the
///   reduction of Section 2.4. It runs on even rings too, and shows the original tree of Section 2.3.
/// On 5 and 7 nodes seq needs fewer blocks (8 and 14, fold 12 and 20) and no more phases; on all longer rings
/// fold has the fewest phases, and the fewest blocks or a few more. At 2^k + 1 nodes it has far fewer blocks
/// than split.
///
/// Section 5 conjectures that a ring costs no more than the next longer one of 2^d nodes. The conjecture is
/// false: rule A fails at n = 30 (183 blocks against 171), rule F at n = 126 (2751 against 2743).

#include "schedules/algorithms/ring_tree.h"

namespace torusim {

enum class RingCompletion { kAuto, kFold, kSplit, kSeq };

/// The means that keep phases apart under local synchronisation (Section 7), on an even ring of more than 4
/// nodes.
enum class RingLocal {
  kSignals,         ///< the signals of Section 7.2
  kBarriers,        ///< the 2d - 5 barriers of Section 7.1, which keep channels free
  kOnePortBarriers  ///< kBarriers and a barrier before SP0, which prevents two receives at once
};

struct RingOptions {
  /// kAuto: A on rings of 2^d nodes (the sizes of the lemmas), F on all other rings. F has the fewest blocks
  /// on every even length up to 300, and on odd lengths except some just below a power of two, such as 47 and
  /// 63.
  RingRule rule = RingRule::kAuto;
  /// kAuto: kSeq on 5 and 7 nodes, kFold on all other odd lengths.
  RingCompletion completion = RingCompletion::kAuto;
  RingLocal local = RingLocal::kSignals;
};

/// Throws InputError for a length above 8192 (or below 1), and for `local` barriers unless the length is
/// even, above 4, and both trees run at once. Memory grows with the square of the length.
RingExchange make_ring_exchange(int length, const RingOptions& options = {});

}  // namespace torusim
