#include "schedules/core/pair_routes.h"

#include <algorithm>

namespace torusim {

PairRoutes::PairRoutes(const Topology& topology)
    : topology_(topology), way_(static_cast<std::size_t>(topology.nodes()) * topology.nodes(), -1) {
  assert(topology.nodes() <= kMostNodes);
}

void PairRoutes::set(NodeId from, NodeId to, const Route& route, int message_class) {
  std::vector<std::int16_t> key{static_cast<std::int16_t>(message_class)};
  for (const Run& run : route) {
    key.push_back(run.dimension);
    key.push_back(run.hops);
  }
  const auto [found, added] = known_.emplace(std::move(key), static_cast<std::int32_t>(ways_.size()));
  if (added) ways_.push_back({route, message_class, route.hops(topology_)});
  way_[place(from, to)] = found->second;
  classes_ = std::max(classes_, message_class + 1);
}

}  // namespace torusim
