#pragma once
/// Local synchronisation of any schedule: each channel is handed over by a signal.

#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

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
