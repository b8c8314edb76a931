#pragma once
/// Paths as a flow gives them, port by port, made into routes of few straight runs.

#include <cstdint>
#include <optional>
#include <vector>

#include "schedules/algorithms/broadcast/plan.h"

namespace torusim::broadcast {

class ChannelMap;

struct PortPath {
  NodeId from = 0;
  std::vector<std::int8_t> ports;  ///< taken one after the other
};

/// The sends of disjoint paths. A path of too many runs for a Route is replaced by the one of fewest runs
/// between the same nodes over its own channels and those that no path uses; nothing if that has too many
/// too.
std::optional<std::vector<Send>> straighten(const ChannelMap& channels, std::vector<PortPath> paths);

}  // namespace torusim::broadcast
