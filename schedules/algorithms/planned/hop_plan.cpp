#include "schedules/algorithms/planned/hop_plan.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace torusim::planned {

std::int64_t HopPlan::blocks() const { return std::accumulate(most.begin(), most.end(), std::int64_t{0}); }

void HopPlan::settle(const LiveLinks& links) {
  std::ranges::sort(hops, {}, [](const Hop& hop) {
    return std::tuple(hop.phase, hop.channel, hop.block.source, hop.block.destination);
  });
  most.assign(phases, 0);
  way.assign(phases, 0);
  const std::size_t channels = reach.size() / std::max(phases, 1);
  // Where one node stands for all, its number is 0, and its channels have the numbers of ports.
  const NodeId alike = of_one_node && links.longest_hop() > links.shortest_hop() ? links.nodes() : 1;
  int on_channel = 0;
  for (std::size_t i = 0; i < hops.size(); ++i) {
    const bool same = i > 0 && hops[i].phase == hops[i - 1].phase && hops[i].channel == hops[i - 1].channel;
    on_channel = same ? on_channel + 1 : 1;
    const auto& [phase, channel, block] = hops[i];
    const int along = reach.empty() ? 1 : reach[phase * channels + channel];
    for (NodeId node = 0; node < alike; ++node)
      way[phase] = std::max(way[phase], links.hop(node * links.ports() + channel, along));
    most[phase] = std::max(most[phase], on_channel * links.interval(channel, along));
  }
}

}  // namespace torusim::planned
