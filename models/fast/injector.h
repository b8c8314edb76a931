#pragma once
/// The sending half of a node interface: one injection channel.
///
/// It holds the worms that want to go: one message of the schedule, and now and then a signal. Each cycle the
/// most urgent one that has a credit sends a flit; worms of one class go one after the other.

#include <cstdint>
#include <vector>

#include "models/fast/state.h"

namespace torusim::fast {

class Injector {
 public:
  struct Sending {
    WormSlot worm;
    std::uint32_t flits;
    std::uint32_t next;  ///< index of the flit to send next
    std::uint8_t vc;
  };

  void add(const Sending& sending) {
    auto at = pending_.begin();
    while (at != pending_.end() && at->vc <= sending.vc) ++at;
    pending_.insert(at, sending);
  }
  bool idle() const { return pending_.empty(); }

  /// The worm that sends in this cycle, or null. `credit`: VCs on which the credit rule allows a flit.
  Sending* choose(std::uint64_t credit) {
    int class_at_work = -1;  // worms are sorted by class; only the first of a class may send
    for (Sending& sending : pending_) {
      if (sending.vc == class_at_work) continue;
      class_at_work = sending.vc;
      if ((credit >> sending.vc) & 1) return &sending;
    }
    return nullptr;
  }
  void finish(const Sending* sending) { pending_.erase(pending_.begin() + (sending - pending_.data())); }

  OutputPort port;  ///< credits of the injection channel
  bool awake = false;

 private:
  std::vector<Sending> pending_;
};

}  // namespace torusim::fast
