#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "models/contract/zero_load.h"
#include "models/run/traffic_run.h"

namespace torusim {
namespace {

/// Maximum number of evaluated pairs of nodes; in larger networks the sources are a sample.
constexpr std::int64_t kPairs = std::int64_t{1} << 21;

/// With uneven links every pair has its own latency. `kinds`: the lengths, except of flows with lengths of
/// their own; with `replies`, the packets go from destinations to sources, and all have lengths of `kinds`.
double mean_over_pairs(const Hardware& hardware, const Pattern& pattern, const OpenLoopOptions& traffic,
                       const PairRoutes* pairs, const std::vector<PacketMix::Kind>* kinds, bool replies) {
  const Topology& topology = hardware.topology;
  const std::int64_t nodes = topology.nodes();
  const auto step = static_cast<NodeId>(std::max<std::int64_t>(nodes * nodes / kPairs, 1));
  double sum = 0, weights = 0;
  const auto add_way = [&](NodeId from, const Route& route, double weight) {
    const PathTimes path = path_times(hardware, from, route);
    for (const PacketMix::Kind& kind : *kinds) {
      const double share = weight * kind.weight;
      sum += share * static_cast<double>(zero_load_latency(hardware, traffic.startup, path, kind.flits));
      weights += share;
    }
  };
  const auto add = [&](NodeId from, NodeId to, double weight) {
    if (weight == 0) return;
    if (replies) std::swap(from, to);
    const PairRoutes::Way* const rerouted = pairs != nullptr ? pairs->find(from, to) : nullptr;
    if (rerouted != nullptr) return add_way(from, rerouted->route, weight);
    const std::uint32_t ways = dimension_order_ways(topology, from, to);
    for (std::uint32_t way = 0; way < ways; ++way) {
      add_way(from, dimension_order_route(topology, from, to, way), weight / ways);
    }
  };
  if (pattern.table() != nullptr) {
    std::vector<PacketMix::Kind> own{{0, 1.0}};
    for (const TrafficTable::Flow& flow : pattern.table()->flows) {
      own.front().flits = flow.flits;
      if (flow.flits > 0 && !replies) kinds = &own;
      add(flow.source, flow.destination, flow.packets());
    }
    return sum / weights;
  }
  for (NodeId from = 0; from < nodes; from += step) {
    if (!pattern.sends(from)) continue;
    if (const auto only = pattern.only_destination(from)) {
      add(from, *only, 1);
      continue;
    }
    for (NodeId to = 0; to < nodes; ++to) {
      if (to != from) add(from, to, pattern.probability(from, to));
    }
  }
  return weights > 0 ? sum / weights : 0;
}

/// Mean hops via a random node: the mean distances of both ends from all nodes.
double mean_hops_of_valiant(const Topology& topology, const Pattern& pattern) {
  const NodeId nodes = topology.nodes();
  std::array<std::vector<double>, Topology::kMaxDimensions> along;  // by coordinate
  for (int d = 0; d < topology.dimensions() && !topology.twisted(); ++d) {
    for (int a = 0; a < topology.side(d); ++a) {
      double sum = 0;
      for (int b = 0; b < topology.side(d); ++b) sum += topology.distance_along(d, a, b);
      along[static_cast<std::size_t>(d)].push_back(sum / topology.side(d));
    }
  }
  double alike = 0;  // on a twisted torus
  for (NodeId node = 1; topology.twisted() && node < nodes; ++node)
    alike += topology.distance(0, node) / double(nodes);
  const auto mean = [&](NodeId node) {
    double sum = alike;
    for (int d = 0; d < topology.dimensions() && !topology.twisted(); ++d) {
      sum += along[static_cast<std::size_t>(d)][static_cast<std::size_t>(topology.coordinate(node, d))];
    }
    return sum;
  };
  double sum = 0, weights = 0;
  const auto step = static_cast<NodeId>(std::max<std::int64_t>(std::int64_t{nodes} * nodes / kPairs, 1));
  for (NodeId from = 0; from < nodes; from += step) {
    if (!pattern.sends(from)) continue;
    const std::optional<NodeId> only = pattern.only_destination(from);
    for (NodeId to = only.value_or(0); to < (only ? *only + 1 : nodes); ++to) {
      const double weight = only ? 1 : to == from ? 0 : pattern.probability(from, to);
      const double packets = weight * pattern.rate(from) / pattern.mean_flits(from, 1);
      sum += packets * (mean(from) + mean(to));
      weights += packets;
    }
  }
  return sum / weights;
}

}  // namespace

double zero_load_latency(const Hardware& hardware, const Pattern& pattern, const OpenLoopOptions& traffic,
                         const PairRoutes* pairs) {
  const bool by_flow = pattern.table() != nullptr && traffic.routing.routing != Routing::kValiant;
  const std::vector<PacketMix::Kind> replies{{traffic.closed.reply.value_or(1), 1.0}};
  const Cycle between = traffic.closed.service + 1;  // of the arrival of a request and its reply
  if (hardware.uneven != nullptr || by_flow || (traffic.closed.on() && pairs != nullptr)) {
    const auto mean = [&](const auto& kinds, bool back) {
      return mean_over_pairs(hardware, pattern, traffic, pairs, &kinds, back);
    };
    const double there = mean(traffic.packet.kinds(), false);
    return traffic.closed.on() ? there + static_cast<double>(between) + mean(replies, true) : there;
  }
  // For packets of one length every hop adds the same latency, so the mean distance gives the mean latency.
  const double hops = traffic.routing.routing == Routing::kValiant
                          ? mean_hops_of_valiant(hardware.topology, pattern)
                          : pattern.mean_hops(hardware.topology, pairs);
  const auto mean = [&](const std::vector<PacketMix::Kind>& kinds) {
    double latency = 0, weights = 0;
    for (const PacketMix::Kind& kind : kinds) {
      const auto at = [&](Cycle distance) {
        return static_cast<double>(zero_load_latency(hardware, traffic.startup, distance, kind.flits));
      };
      latency += kind.weight * (at(0) + hops * (at(1) - at(0)));
      weights += kind.weight;
    }
    return latency / weights;
  };
  const double there = mean(traffic.packet.kinds());
  return traffic.closed.on() ? there + static_cast<double>(between) + mean(replies) : there;
}

}  // namespace torusim
