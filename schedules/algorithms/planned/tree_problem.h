#pragma once
/// Packets that must reach all nodes.

#include <cstdint>
#include <vector>

#include "schedules/algorithms/planned/live_links.h"

namespace torusim::planned {

struct TreeProblem {
  const LiveLinks& links;
  std::vector<NodeId> owners;  ///< nodes with a packet: all nodes, or the root of a broadcast
  int pieces = 1;              ///< chunks of a packet
  int ports = 0;               ///< messages that a node sends, and receives, at once; 0: all
  std::uint64_t seed = 1;
};

}  // namespace torusim::planned
