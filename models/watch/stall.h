#pragma once
/// A stall: a worm that waits for one reason and one other worm, and its duration. LinkStatistics counts
/// stalls, and listeners receive them.

#include "models/contract/channel_sums.h"
#include "models/watch/channel_table.h"

namespace torusim {

struct Stall {
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};

  Cycle cycle = 0;         ///< its flit would have been on the wire in this cycle
  Cycle cycles = 1;        ///< number of such cycles
  std::uint32_t worm = 0;  ///< number
  int hop = 0;           ///< it stands behind the hop-th channel of its path, injection 0; -1: at its source
  ChannelId wanted = 0;  ///< the channel that it waits for
  StallCause cause = StallCause::kCredit;
  /// Number of the worm in the way. Allocation: the owner of the virtual channel. Credit: the first
  /// worm with flits on it or in the buffer behind it. Preemption, arbitration: the worm whose flit took the
  /// channel or left the same input port; if none of that kind did, the one that its input port preferred.
  std::uint32_t blocker = kNobody;
};

class StallListener {
 public:
  virtual ~StallListener() = default;
  /// Of one worm behind one channel cycles never go back.
  virtual void stalled(const Stall& stall) = 0;
};

}  // namespace torusim
