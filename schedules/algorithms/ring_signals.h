#pragma once
/// Local synchronisation of the ring algorithm: which null messages replace which barriers.
/// Tseng, Ni, Sheu: Toward Optimal Complete Exchange on Wormhole-Routed Tori, Section 7.2.

#include "schedules/algorithms/ring_phases.h"
#include "schedules/algorithms/ring_tree.h"

namespace torusim {

/// Where a phase of the trees lies among the phases of a RingExchange, which has no empty ones.
struct RingPhaseSlot {
  int index = 0;  ///< of the phase, or of the one that follows if it is empty
  bool empty = false;

  int last() const { return empty ? index - 1 : index; }
};

struct RingPhaseIndex {
  std::vector<RingPhaseSlot> gather;   ///< [level]
  std::vector<RingPhaseSlot> scatter;  ///< [level]
};

/// Adds to `ring` the signals of one tree, and the barrier before the last phase.
///
/// - GP_l, l >= 1: i -> j waits for a signal from j, sent once j has received its message of GP_{l-1}, which
///   comes over links that i -> j uses.
/// - SP_{l-1}, l >= 2: with m halfway between i and j, m -> j waits for a signal from i, sent once i has sent
///   to j in SP_l.
/// - A trigger without a message: the signal is sent when the node has finished all its own earlier traffic.
///   A waiting message without blocks: the node's next send waits in its place.
/// - SP_1 -> SP_0 needs no signal to keep the links free, but a node could receive two messages at once; the
///   barrier there keeps the one-port model. GP_{d-2} -> SP_{d-2} needs nothing.
///
/// The paper says so for 2^d nodes. On other even lengths the same rules keep links and receivers free, which
/// contention.h shows; rings of odd length keep a barrier before every phase.
void add_ring_signals(const RingTree& tree, const RingPhaseIndex& index, RingExchange& ring);

}  // namespace torusim
