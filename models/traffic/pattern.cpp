#include "models/traffic/pattern.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <bit>

#include "schedules/error.h"

namespace torusim {
namespace {

constexpr double kHotspotShare = 0.2;

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

Pattern::Pattern(std::string_view name, const Topology& topology) : nodes_(topology.nodes()) {
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
    each([&](NodeId node) {
      for (int d = 0; d < topology.dimensions(); ++d)
        node = topology.displaced(node, d, hops(topology.side(d)));
      return node;
    });
  };
  if (name == "transpose") {
    if (topology.dimensions() != 2 || topology.side(0) != topology.side(1)) {
      throw InputError(fmt::format("pattern transpose needs two equal sides, not {}", topology.name()));
    }
    each([&](NodeId node) {
      return topology.node({topology.coordinate(node, 1), topology.coordinate(node, 0)});
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
}

NodeId Pattern::destination(NodeId source, NodeRandom& random) const {
  if (kind_ == Kind::kFixed) return fixed_[source];
  if (kind_ == Kind::kHotspot && random.uniform() < kHotspotShare) return 0;
  const auto other = static_cast<NodeId>(random.below(static_cast<std::uint32_t>(nodes_ - 1)));
  return other >= source ? other + 1 : other;  // anyone but itself
}

}  // namespace torusim
