#include "schedules/algorithms/planned/live_links.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/core/error.h"
#include "schedules/core/failures.h"

namespace torusim::planned {

LiveLinks::LiveLinks(const Topology& topology, bool transposed) : topology_(topology) {
  if (nodes() > kMostNodes) {
    throw InputError(
        fmt::format("planned on {}: it plans for up to {} nodes", topology.name(), NodeId{kMostNodes}));
  }
  for (NodeId node = 0; node < nodes(); ++node) {
    if (takes_part(topology.failures(), node)) live_.push_back(node);
  }
  std::vector<LiveLink> links;
  for (NodeId node = 0; node < nodes(); ++node) {
    for (int port = 0; port < ports(); ++port) {
      if (!topology.has_channel(node, port)) continue;
      const NodeId next = topology.neighbor(node, port);
      const std::int32_t channel = node * ports() + port;
      links.push_back(transposed ? LiveLink{next, node, channel} : LiveLink{node, next, channel});
    }
  }
  const auto filed = [&](NodeId LiveLink::*key) {
    Lists lists;
    lists.links = links;
    std::ranges::stable_sort(lists.links, {}, key);
    lists.first.assign(nodes() + 1, lists.links.size());
    for (std::size_t i = lists.links.size(); i-- > 0;) lists.first[lists.links[i].*key] = i;
    for (NodeId node = nodes(); node-- > 0;) {
      lists.first[node] = std::min(lists.first[node], lists.first[node + 1]);
    }
    return lists;
  };
  into_ = filed(&LiveLink::to);
  out_of_ = filed(&LiveLink::from);
  measure_distances();
  if (invariant()) find_opposites();
}

void LiveLinks::find_opposites() {
  opposites_.assign(nodes(), -1);
  opposites_[0] = 0;
  std::vector<NodeId> queue{0};
  for (std::size_t i = 0; i < queue.size(); ++i) {
    for (int port = 0; port < ports(); ++port) {
      const NodeId next = topology_.neighbor(queue[i], port);
      if (opposites_[next] >= 0) continue;
      opposites_[next] = topology_.neighbor(opposites_[queue[i]], topology_.opposite(port));
      queue.push_back(next);
    }
  }
}

void LiveLinks::measure_distances() {
  distances_.assign(std::size_t(nodes()) * nodes(), kFar);
  std::vector<NodeId> queue;
  for (NodeId from = 0; from < nodes(); ++from) {
    std::uint16_t* const row = distances_.data() + std::size_t(from) * nodes();
    row[from] = 0;
    queue.assign(1, from);
    for (std::size_t i = 0; i < queue.size(); ++i) {
      for (const LiveLink& link : out_of(queue[i])) {
        if (row[link.to] != kFar) continue;
        row[link.to] = static_cast<std::uint16_t>(row[queue[i]] + 1);
        queue.push_back(link.to);
      }
    }
    diameter_ = std::max<int>(diameter_, row[queue.back()]);
  }
}

}  // namespace torusim::planned
