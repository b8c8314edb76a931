#pragma once
/// A stall: consecutive cycles in which a worm waits for one reason and one other worm. LinkStatistics counts
/// stalls, and listeners receive them.

#include "models/contract/channel_sums.h"
#include "models/watch/channel_table.h"

namespace torusim {

struct Stall {
  static constexpr std::uint32_t kNobody = ~std::uint32_t{0};

  Cycle cycle = 0;         ///< the first cycle in which the flit would have been on the wire
  Cycle cycles = 1;        ///< number of cycles
  std::uint32_t worm = 0;  ///< number of the worm
  int hop = 0;  ///< the worm stands behind the hop-th channel of its path, injection 0; -1: at its source
  ChannelId wanted = 0;  ///< the channel that the worm waits for
  StallCause cause = StallCause::kCredit;
  /// Number of the blocking worm, unless the worm stands at its source. Allocation: the owner of the virtual
  /// channel. Credit: the first worm with flits on that virtual channel or in the buffer behind it.
  /// Preemption, arbitration: the worm whose flit took the channel or left the same input port; if no such
  /// flit caused the stall, the worm that the input port preferred.
  std::uint32_t blocker = kNobody;
};

class StallListener {
 public:
  virtual ~StallListener() = default;
  /// Receives a stall. The cycles of one worm behind one channel never decrease.
  virtual void stalled(const Stall& stall) = 0;
};

}  // namespace torusim
