// The bounds of a complete exchange.
// Weights: whatever lengths the links are given, every block travels at least the distance from its source to
// its destination, and a phase of T blocks lets at most T blocks travel each link.
// Cuts: the blocks from a slab of the network, or from a node, to the rest share the links that lead out.
#include <algorithm>
#include <limits>
#include <queue>
#include <utility>

#include "schedules/algorithms/planned/exchange_planner.h"

namespace torusim::planned {
namespace {

constexpr int kWeightings = 60;
constexpr std::int64_t kBlock = 1 << 16;  // a block, as it is divided among ways
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

ExchangeBound larger(const ExchangeBound& a, const ExchangeBound& b) {
  using Wide = __int128;
  return Wide{a.hops} * b.links >= Wide{b.hops} * a.links ? a : b;
}

/// Makes hops and loads of one source those of all sources, where all nodes are alike.
void share_alike(const LiveLinks& links, ExchangeBound& bound, std::vector<std::int64_t>& loads) {
  std::vector<std::int64_t> of_port(links.ports());
  for (std::size_t channel = 0; channel < loads.size(); ++channel) {
    of_port[channel % of_port.size()] += loads[channel];
  }
  for (std::size_t channel = 0; channel < loads.size(); ++channel) {
    loads[channel] = of_port[channel % of_port.size()];
  }
  bound.hops *= links.nodes();
}

ExchangeBound bound_by_weights(const LiveLinks& links) {
  std::vector<std::int64_t> lengths(std::size_t(links.nodes()) * links.ports());
  for (NodeId node = 0; node < links.nodes(); ++node) {
    for (const LiveLink& link : links.out_of(node))
      lengths[link.channel] = kLongest * link.interval / links.slowest();
  }
  ExchangeBound best;
  for (int round = 0; round < kWeightings; ++round) {
    std::vector<std::int64_t> loads(lengths.size());
    ExchangeBound bound{0, 0};
    for (std::size_t channel = 0; channel < lengths.size(); ++channel) {
      const int interval = links.interval(static_cast<std::int32_t>(channel));
      bound.links += (lengths[channel] + interval - 1) / interval;
    }
    for (const NodeId source : links.live()) {
      bound.hops += distances_from(links, source, lengths, loads);
      if (!links.invariant()) continue;
      share_alike(links, bound, loads);
      break;
    }
    best = larger(best, bound);
    for (std::size_t channel = 0; channel < loads.size(); ++channel) {
      loads[channel] *= links.interval(static_cast<std::int32_t>(channel));
    }
    const std::int64_t busiest = *std::ranges::max_element(loads);
    const int part = 1 + round / 10;
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
ExchangeBound bound_by_slabs(const LiveLinks& links) {
  const Topology& topology = links.topology();
  ExchangeBound best;
  for (int d = 0; d < topology.dimensions(); ++d) {
    const int side = topology.side(d);
    std::vector<std::vector<std::int64_t>> between(side, std::vector<std::int64_t>(side));  // capacity
    for (NodeId node = 0; node < links.nodes(); ++node) {
      for (const LiveLink& link : links.out_of(node)) {
        between[topology.coordinate(link.from, d)][topology.coordinate(link.to, d)] += capacity_of(link);
      }
    }
    for (int first = 0; first < side; ++first) {
      for (int length = 1; length < side; ++length) {
        const auto inside = [&](int x) { return (x - first + side) % side < length; };
        std::int64_t out = 0;
        for (int from = 0; from < side; ++from) {
          for (int to = 0; to < side; ++to) out += inside(from) && !inside(to) ? between[from][to] : 0;
        }
        const auto nodes = std::ranges::count_if(
            links.live(), [&](NodeId node) { return inside(topology.coordinate(node, d)); });
        const auto all = static_cast<std::int64_t>(links.live().size());
        if (out > 0) best = larger(best, {nodes * (all - nodes) * kCapacity, out});
      }
    }
  }
  return best;
}

ExchangeBound bound_by_nodes(const LiveLinks& links) {
  ExchangeBound best;
  const auto others = static_cast<std::int64_t>(links.live().size()) - 1;
  for (const NodeId node : links.live()) {
    for (const auto& ways : {links.out_of(node), links.into(node)}) {
      std::int64_t capacity = 0;
      for (const LiveLink& link : ways) capacity += capacity_of(link);
      best = larger(best, {others * kCapacity, capacity});
    }
  }
  return best;
}

}  // namespace

ExchangeBound exchange_bound(const LiveLinks& links) {
  return larger(bound_by_weights(links), larger(bound_by_slabs(links), bound_by_nodes(links)));
}

}  // namespace torusim::planned
