#pragma once
/// Paths as a flow gives them, port by port, made into routes of few straight runs.

#include <cstdint>
#include <optional>
#include <vector>

#include "schedules/algorithms/broadcast/channel_map.h"
#include "schedules/algorithms/broadcast/plan.h"

namespace torusim::broadcast {

struct PortPath {
  NodeId from = 0;
  std::vector<std::int8_t> ports;  ///< taken one after the other
};

/// The sends of disjoint paths. A path with too many runs for a Route is replaced by the path with the
/// fewest runs between the same nodes, over its own and unused channels; nullopt if that path has too many
/// as well.
std::optional<std::vector<Send>> straighten(const ChannelMap& channels, std::vector<PortPath> paths);

}  // namespace torusim::broadcast
