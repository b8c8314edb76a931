// The bounds of a complete exchange.
// Weights: whatever lengths the links are given, every block travels at least the distance from its source to
// its destination, and a phase of T blocks lets at most T blocks travel each link.
// Cuts: the blocks from a slab of the network, or from a node, to the rest share the links that lead out.
#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

#include "schedules/algorithms/planned/exchange_planner.h"
#include "schedules/core/interruption.h"

namespace torusim::planned {
namespace {

constexpr int kWeightings = 600, kFewWeightings = 60;
constexpr std::int64_t kMostWeighed = 40'000'000;  // visits of links after the few weightings
constexpr std::int64_t kBlock = 1 << 16;           // a block, as it is divided among ways
constexpr std::int64_t kLongest = 1 << 24;

/// Adds the distances of all nodes from `source`, and the blocks that each link then carries to `loads`.
std::int64_t distances_from(const LiveLinks& links, NodeId source, const std::vector<std::int64_t>& lengths,
                            std::vector<std::int64_t>& loads) {
  using Entry = std::pair<std::int64_t, NodeId>;
  std::vector<std::int64_t> distance(links.nodes(), std::numeric_limits<std::int64_t>::max());
  std::vector<NodeId> order;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  distance[source] = 0;
  queue.emplace(0, source);
  std::int64_t sum = 0;
  while (!queue.empty()) {
    const auto [far, node] = queue.top();
    queue.pop();
    if (far != distance[node]) continue;
    order.push_back(node);
    sum += far;
    for (const LiveLink& link : links.out_of(node)) {
      if (far + lengths[link.channel] >= distance[link.to]) continue;
      distance[link.to] = far + lengths[link.channel];
      queue.emplace(distance[link.to], link.to);
    }
  }
  // The blocks that reach a node come in equal parts over all shortest ways.
  std::vector<std::int64_t> through(links.nodes(), kBlock);
  for (std::size_t i = order.size(); i-- > 1;) {
    const NodeId node = order[i];
    const auto shortest = [&](const LiveLink& link) {
      return distance[link.from] + lengths[link.channel] == distance[node];
    };
    const auto ways = std::ranges::count_if(links.into(node), shortest);
    for (const LiveLink& link : links.into(node)) {
      if (!shortest(link)) continue;
      loads[link.channel] += through[node] / ways;
      through[link.from] += through[node] / ways;
    }
  }
  return sum;
}

/// Makes hops and loads of one source those of all sources, where all nodes are alike.
void share_alike(const LiveLinks& links, std::int64_t& hops, std::vector<std::int64_t>& loads) {
  std::vector<std::int64_t> of_port(links.ports());
  for (std::size_t channel = 0; channel < loads.size(); ++channel) {
    of_port[channel % of_port.size()] += loads[channel];
  }
  for (std::size_t channel = 0; channel < loads.size(); ++channel) {
    loads[channel] = of_port[channel % of_port.size()];
  }
  hops *= links.nodes();
}

std::int64_t bound_by_weights(const LiveLinks& links) {
  std::vector<std::int64_t> lengths(std::size_t(links.nodes()) * links.ports());
  for (NodeId node = 0; node < links.nodes(); ++node) {
    for (const LiveLink& link : links.out_of(node))
      lengths[link.channel] = kLongest * link.interval / links.slowest();
  }
  std::int64_t best = 0;
  const auto sources = static_cast<std::int64_t>(links.invariant() ? 1 : links.live().size());
  const std::int64_t visits = sources * links.nodes() * links.ports();
  for (int round = 0; round < kWeightings; ++round) {
    if (round >= kFewWeightings && round * visits > kMostWeighed) break;
    std::vector<std::int64_t> loads(lengths.size());
    Crossing all;
    for (NodeId node = 0; node < links.nodes(); ++node) {
      for (const LiveLink& link : links.out_of(node)) all.add(link, lengths[link.channel]);
    }
    std::int64_t hops = 0;
    for (const NodeId source : links.live()) {
      hops += distances_from(links, source, lengths, loads);
      Interruptible::check();
      if (!links.invariant()) continue;
      share_alike(links, hops, loads);
      break;
    }
    best = std::max(best, all.time(hops));
    for (std::size_t channel = 0; channel < loads.size(); ++channel) {
      loads[channel] *= links.interval(static_cast<std::int32_t>(channel));
    }
    const std::int64_t busiest = *std::ranges::max_element(loads);
    const int part = 1 + round / 30;
    std::int64_t longest = 1;
    for (std::size_t channel = 0; channel < lengths.size(); ++channel) {
      lengths[channel] += lengths[channel] * (loads[channel] * 256 / busiest) / (256 * part);
      longest = std::max(longest, lengths[channel]);
    }
    for (std::int64_t& length : lengths) {
      if (length > 0) length = std::max<std::int64_t>(1, length * kLongest / longest);
    }
  }
  return best;
}

/// All slabs: `length` planes of a dimension from `first` on, modulo its side.
std::int64_t bound_by_slabs(const LiveLinks& links) {
  const Topology& topology = links.topology();
  std::int64_t best = 0;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const int side = topology.side(d);
    for (int first = 0; first < side; ++first) {
      for (int length = 1; length < side; ++length) {
        const auto inside = [&](NodeId node) {
          return (topology.coordinate(node, d) - first + side) % side < length;
        };
        Crossing out;
        std::int64_t nodes = 0;
        for (const NodeId node : links.live()) {
          if (!inside(node)) continue;
          ++nodes;
          for (const LiveLink& link : links.out_of(node)) {
            if (!inside(link.to)) out.add(link);
          }
        }
        best = std::max(best, out.time(nodes * (static_cast<std::int64_t>(links.live().size()) - nodes)));
      }
    }
  }
  return best;
}

std::int64_t bound_by_nodes(const LiveLinks& links) {
  std::int64_t best = 0;
  for (const NodeId node : links.live()) {
    for (const auto& ways : {links.out_of(node), links.into(node)}) {
      Crossing crossing;
      for (const LiveLink& link : ways) crossing.add(link);
      best = std::max(best, crossing.time(static_cast<std::int64_t>(links.live().size()) - 1));
    }
  }
  return best;
}

}  // namespace

std::int64_t exchange_bound(const LiveLinks& links) {
  return std::max({bound_by_weights(links), bound_by_slabs(links), bound_by_nodes(links)});
}

}  // namespace torusim::planned
