#pragma once
/// Local synchronisation of the ring algorithm: which null messages replace which barriers.
/// Tseng, Ni, Sheu: Toward Optimal Complete Exchange on Wormhole-Routed Tori, Section 7.2.
/// In any other schedule each channel is handed over by a signal.

#include <vector>

#include "schedules/algorithms/ring_tree.h"
#include "schedules/core/schedule.h"

namespace torusim {

/// The place of a phase of the trees among the phases of a RingExchange, which has no empty phases.
struct RingPhaseSlot {
  int index = 0;  ///< index of the phase, or of the next phase if this phase is empty
  bool empty = false;

  int last() const { return empty ? index - 1 : index; }
};

struct RingPhaseIndex {
  std::vector<RingPhaseSlot> gather;   ///< [level]
  std::vector<RingPhaseSlot> scatter;  ///< [level]
};

/// Adds to `ring` the signals of one tree, and the barrier before the last phase.
///
/// - GP_l, l >= 1: the message i -> j waits for a signal from j. Node j sends it after its receive of
///   GP_{l-1}, whose message uses links of i -> j.
/// - SP_{l-1}, l >= 2: with m halfway between i and j, the message m -> j waits for a signal from i. Node i
///   sends it after its message to j in SP_l.
/// - If the trigger's message does not exist, the node sends the signal when it has finished all its earlier
///   traffic. If the waiting message has no blocks, the node's next send waits in its place.
/// - SP_1 -> SP_0 needs no signal to keep the links free, but a node could receive two messages at once; the
///   barrier there keeps the one-port model. GP_{d-2} -> SP_{d-2} needs nothing.
///
/// The paper gives these rules for 2^d nodes. On other even lengths they keep links and receivers free too,
/// which tests/contention.h shows. Rings of odd length keep a barrier before every phase.
void add_ring_signals(const RingTree& tree, const RingPhaseIndex& index, RingExchange& ring);

/// A message may take a channel, or enter a node, when the message that used it last has been received. So
/// its source waits for a signal from each node that received such a message. A source that received it
/// itself waits anyway. Earlier messages of a channel have ended before, by induction. No two transfers of a
/// phase may share a channel, and no node may receive two.
class ChannelSignals {
 public:
  explicit ChannelSignals(const Topology& topology);

  /// Replaces the signals of phase `index` and removes its barrier. It must be called for every phase in
  /// order, from index 0 on.
  void write(Phase& phase, int index);

 private:
  struct Use {
    NodeId receiver = -1;
    int phase = -1;
  };
  /// Calls visit(use) for the last use of each channel of the transfer, and of its receiver.
  template <typename Visit>
  void for_each_use(const Transfer& transfer, Visit visit);

  Topology topology_;
  std::vector<Use> last_;  // [node][port]; the entry after the ports of a node is for its receiver
};

}  // namespace torusim
