#pragma once
/// A plan: the blocks that move over each link in each phase.

#include <cstdint>
#include <vector>

#include "schedules/algorithms/planned/live_links.h"
#include "schedules/core/block_set.h"

namespace torusim::planned {

/// A block moves over a channel, or as far beyond it as HopPlan::reach says.
struct Hop {
  std::int32_t phase = 0, channel = 0;
  Block block;
};

struct HopPlan {
  int phases = 0;
  /// The hops are those of one node, 0, which sends all of them; every other node does the same, moved.
  bool of_one_node = false;
  std::vector<Hop> hops;       ///< by phase, then channel
  std::vector<int> most = {};  ///< [phase]: time of the blocks on the busiest channel, in that of a block
  std::vector<std::uint8_t> reach =
      {};                              ///< [phase][channel]: hops of a message that leaves over it; empty: 1
  std::vector<std::int64_t> way = {};  ///< [phase]: cycles of a head on the longest way of a message

  std::int64_t blocks() const;  ///< of all phases together
  /// Sorts the hops by phase and channel and counts the blocks.
  void settle(const LiveLinks& links);
};

/// The least blocks of all phases together, in the time of a block.
struct BlockBounds {
  std::int64_t of_links = 0;   ///< in any plan
  std::int64_t of_phases = 0;  ///< in phases of single hops in which links carry whole blocks
};

}  // namespace torusim::planned
