#include "models/sources/pattern.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "schedules/core/error.h"
#include "schedules/core/failures.h"

namespace torusim {
namespace {

/// Permutes the bits of the node number; `map(i, m)` is the source bit that becomes bit i of m.
template <typename Map>
NodeId permute_bits(NodeId node, int bits, Map map) {
  NodeId result = 0;
  for (int i = 0; i < bits; ++i) result |= ((node >> map(i)) & 1) << i;
  return result;
}

}  // namespace

const std::vector<std::string>& Pattern::names() {
  static const std::vector<std::string> kNames{"uniform", "transpose", "bit-complement", "bit-reverse",
                                               "shuffle", "tornado",   "neighbour",      "hotspot"};
  return kNames;
}

Pattern::Pattern(const PatternOptions& options, const Topology& topology)
    : options_(options), nodes_(topology.nodes()), live_(nodes_) {
  const std::string& name = options.name;
  if (topology.failures() != nullptr && !topology.failures()->nodes().empty()) {
    failed_.resize(static_cast<std::size_t>(nodes_));
    for (const NodeId node : topology.failures()->nodes()) failed_[static_cast<std::size_t>(node)] = true;
    live_ -= static_cast<NodeId>(topology.failures()->nodes().size());
  }
  if (name == "hotspot" && failed(options.hotspot)) {
    throw InputError(fmt::format("the hotspot node {} has failed", topology.node_name(options.hotspot)));
  }
  if (options.table != nullptr) {
    take_table(topology);
    return;
  }
  if (name == "uniform" || name == "hotspot") {
    kind_ = name == "uniform" ? Kind::kUniform : Kind::kHotspot;
    return;
  }
  const bool power = std::has_single_bit(static_cast<std::uint32_t>(nodes_));
  const int bits = std::bit_width(static_cast<std::uint32_t>(nodes_)) - 1;
  const auto each = [&](auto destination) {
    for (NodeId node = 0; node < nodes_; ++node) fixed_.push_back(destination(node));
  };
  const auto need_power = [&] {
    if (!power)
      throw InputError(
          fmt::format("pattern {} needs a power of two nodes, {} has {}", name, topology.name(), nodes_));
  };
  const auto displace_all = [&](auto hops) {
    if (topology.has_graph()) {
      throw InputError(fmt::format("pattern {} goes along rings, paths and complete graphs, {} has others",
                                   name, topology.name()));
    }
    each([&](NodeId node) {
      for (int d = 0; d < topology.dimensions(); ++d)
        node = topology.displaced(node, d, hops(topology.side(d)));
      return node;
    });
  };
  if (name == "transpose") {
    const int half = topology.dimensions() / 2;
    bool square = topology.dimensions() == 2 * half;
    for (int d = 0; square && d < half; ++d) square = topology.side(d) == topology.side(d + half);
    if (!square) {
      throw InputError(
          fmt::format("pattern transpose needs equal sides, such as torus:8x8 or torus:4x6x4x6, not {}",
                      topology.name()));
    }
    each([&](NodeId node) {
      const Topology::Coordinates from = topology.coordinates(node);
      Topology::Coordinates to{};
      for (int d = 0; d < 2 * half; ++d) to[d] = from[(d + half) % (2 * half)];
      return topology.node(to);
    });
  } else if (name == "bit-complement") {
    need_power();
    each([&](NodeId node) { return nodes_ - 1 - node; });
  } else if (name == "bit-reverse") {
    need_power();
    each([&](NodeId node) { return permute_bits(node, bits, [&](int i) { return bits - 1 - i; }); });
  } else if (name == "shuffle") {
    need_power();
    each([&](NodeId node) { return permute_bits(node, bits, [&](int i) { return (i + bits - 1) % bits; }); });
  } else if (name == "tornado") {
    displace_all([](int side) { return (side + 1) / 2 - 1; });
  } else if (name == "neighbour") {
    displace_all([](int) { return 1; });
  } else {
    throw UsageError(fmt::format("unknown pattern '{}'; there are {}", name, fmt::join(names(), ", ")));
  }
  for (NodeId node = 0; node < nodes_; ++node) {
    NodeId& to = fixed_[static_cast<std::size_t>(node)];
    if (failed(node) || failed(to)) to = node;
  }
  if (senders() == 0) {
    throw InputError(fmt::format("pattern {} maps every node of {} to itself", name, topology.name()));
  }
}

void Pattern::take_table(const Topology& topology) {
  kind_ = Kind::kTable;
  const TrafficTable& table = *options_.table;
  const auto starts = [&](const auto& list) {
    std::vector<std::size_t> first(static_cast<std::size_t>(nodes_) + 1);
    for (const auto& each : list) ++first[static_cast<std::size_t>(each.source) + 1];
    std::partial_sum(first.begin(), first.end(), first.begin());
    return first;
  };
  first_flow_ = starts(table.flows);
  first_packet_ = starts(table.trace);
  for (const TrafficTable::Flow& flow : table.flows) {
    for (const NodeId node : {flow.source, flow.destination}) {
      if (!failed(node)) continue;
      throw InputError(fmt::format("{}: packets go from {} to {}, and node {} has failed", options_.name,
                                   topology.node_name(flow.source), topology.node_name(flow.destination),
                                   topology.node_name(node)));
    }
  }
  for (NodeId node = 0; node < nodes_; ++node) {
    double all = 0;
    for (const TrafficTable::Flow& flow : flows(node)) share_.push_back(all += flow.packets());
    for (std::size_t i = first_flow_[static_cast<std::size_t>(node)]; i < share_.size(); ++i)
      share_[i] /= all;
  }
}

std::span<const TrafficTable::Flow> Pattern::flows(NodeId source) const {
  const auto node = static_cast<std::size_t>(source);
  return std::span(options_.table->flows)
      .subspan(first_flow_[node], first_flow_[node + 1] - first_flow_[node]);
}

std::span<const TrafficTable::Packet> Pattern::trace(NodeId source) const {
  if (!is_trace()) return {};
  const auto node = static_cast<std::size_t>(source);
  return std::span(options_.table->trace)
      .subspan(first_packet_[node], first_packet_[node + 1] - first_packet_[node]);
}

/// One flow needs no random number, as a fixed destination needs none.
Pattern::Drawn Pattern::draw_flow(NodeId source, NodeRandom& random) const {
  const auto own = flows(source);
  std::size_t i = 0;
  if (own.size() > 1) {
    const auto begin = share_.begin() + (own.data() - options_.table->flows.data());
    const auto found = std::upper_bound(begin, begin + std::ssize(own), random.uniform());
    i = std::min(static_cast<std::size_t>(found - begin), own.size() - 1);
  }
  return {own[i].destination, own[i].flits};
}

double Pattern::rate(NodeId source) const {
  if (kind_ != Kind::kTable) return sends(source) ? 1 : 0;
  double rate = 0;
  for (const TrafficTable::Flow& flow : flows(source)) rate += flow.rate;
  return is_trace() ? rate / static_cast<double>(options_.table->end()) : rate;
}

double Pattern::rate() const {
  double rate = 0;
  for (NodeId node = 0; node < nodes_; ++node) rate += this->rate(node);
  return rate;
}

double Pattern::mean_flits(NodeId source, double mean_flits) const {
  if (table() == nullptr || !table()->has_lengths()) return mean_flits;
  double flits = 0, packets = 0;
  for (const TrafficTable::Flow& flow : flows(source)) {
    flits += flow.rate;
    packets += flow.packets();
  }
  return flits / packets;
}

bool Pattern::sends(NodeId node) const {
  if (failed(node)) return false;
  if (kind_ == Kind::kTable) return !flows(node).empty();
  if (kind_ == Kind::kFixed) return fixed_[node] != node;
  return kind_ == Kind::kUniform || options_.hotspot_share < 1 || node != options_.hotspot;
}

std::optional<NodeId> Pattern::only_destination(NodeId source) const {
  if (kind_ == Kind::kFixed) return fixed_[source];
  if (kind_ == Kind::kTable) {  // flows are in the order of their destinations
    const auto own = flows(source);
    if (own.empty()) return source;
    return own.front().destination == own.back().destination ? std::optional(own.front().destination)
                                                             : std::nullopt;
  }
  if (kind_ == Kind::kHotspot && options_.hotspot_share >= 1) return options_.hotspot;
  return std::nullopt;
}

NodeId Pattern::senders() const {
  NodeId result = 0;
  for (NodeId node = 0; node < nodes_; ++node) result += sends(node) ? 1 : 0;
  return result;
}

NodeId Pattern::destination(NodeId source, NodeRandom& random) const {
  if (kind_ == Kind::kFixed) return fixed_[source];
  if (kind_ == Kind::kTable) return draw_flow(source, random).destination;
  if (kind_ == Kind::kHotspot && random.uniform() < options_.hotspot_share) return options_.hotspot;
  while (true) {
    const auto other = static_cast<NodeId>(random.below(static_cast<std::uint32_t>(nodes_ - 1)));
    const NodeId chosen = other >= source ? other + 1 : other;  // any node but the source
    if (!failed(chosen)) return chosen;
  }
}

double Pattern::probability(NodeId source, NodeId destination) const {
  if (source == destination || failed(source) || failed(destination)) return 0;
  if (kind_ == Kind::kFixed) return fixed_[source] == destination ? 1 : 0;
  if (kind_ == Kind::kTable) {
    const auto own = flows(source);
    double packets = 0, all = 0;
    for (const TrafficTable::Flow& flow : own) {
      all += flow.packets();
      if (flow.destination == destination) packets += flow.packets();
    }
    return all > 0 ? packets / all : 0;
  }
  const double uniform = 1.0 / (live_ - 1);
  if (kind_ == Kind::kUniform) return uniform;
  const double share = options_.hotspot_share;
  return (destination == options_.hotspot ? share : 0) + (1 - share) * uniform;
}

double Pattern::mean_of_pairs(const Topology& topology, const PairRoutes& pairs) const {
  double sum = 0, packets = 0;
  for (NodeId from = 0; from < nodes_; ++from) {
    for (NodeId to = 0; to < nodes_; ++to) {
      const double weight = probability(from, to);
      if (weight == 0) continue;
      const PairRoutes::Way* const way = pairs.find(from, to);
      sum += weight * (way != nullptr ? way->hops : topology.distance(from, to));
      packets += weight;
    }
  }
  return sum / packets;
}

double Pattern::mean_hops(const Topology& topology, const PairRoutes* pairs) const {
  double hops = 0;
  if (kind_ == Kind::kTable) {
    double packets = 0;
    for (const TrafficTable::Flow& flow : options_.table->flows) {
      const PairRoutes::Way* const way =
          pairs != nullptr ? pairs->find(flow.source, flow.destination) : nullptr;
      hops +=
          flow.packets() * (way != nullptr ? way->hops : topology.distance(flow.source, flow.destination));
      packets += flow.packets();
    }
    return hops / packets;
  }
  if (pairs != nullptr) return mean_of_pairs(topology, *pairs);
  if (kind_ == Kind::kFixed) {
    for (NodeId node = 0; node < nodes_; ++node) hops += topology.distance(node, fixed_[node]);
    return hops / senders();
  }
  double uniform = 0;
  if (topology.twisted()) {  // the mean is the same from every node
    for (NodeId node = 1; node < nodes_; ++node) uniform += topology.distance(0, node);
    uniform /= nodes_ - 1;
  }
  // The sum over all ordered pairs, a node with itself included, dimension by dimension.
  for (int d = 0; d < topology.dimensions() && !topology.twisted(); ++d) {
    const int side = topology.side(d);
    double sum = 0;
    for (int away = 1; away < side; ++away) {
      sum += 2.0 * (side - away) * topology.distance_along(d, 0, away);
    }
    hops += sum / side / side;
  }
  if (!topology.twisted()) uniform = hops * nodes_ / (nodes_ - 1);
  if (kind_ == Kind::kUniform) return uniform;
  double to_hotspot = 0;
  for (NodeId node = 0; node < nodes_; ++node) to_hotspot += topology.distance(node, options_.hotspot);
  const double share = options_.hotspot_share;
  return (share * to_hotspot + (1 - share) * nodes_ * uniform) /
         (share * (nodes_ - 1) + (1 - share) * nodes_);
}

}  // namespace torusim
