#include "models/sources/packet_routes.h"

#include <cstdlib>

#include "schedules/core/twist.h"

namespace torusim {

PacketRoutes::PacketRoutes(const Topology& topology, const PairRoutes* pairs)
    : topology_(topology),
      pairs_(pairs),
      dimensions_(static_cast<std::size_t>(topology.dimensions())),
      has_graph_(topology.has_graph()),
      twist_(topology.twist()) {
  if (twist_ == nullptr) fill_tables();
  // A run that is too long for a route must be found before the measurement.
  for (int d = 0; twist_ != nullptr && d < topology.dimensions(); ++d) Run::of(d, twist_->longest_run(d));
}

void PacketRoutes::fill_tables() {
  const Topology& topology = topology_;
  // Without seams the route to the farthest node makes the same check.
  Topology::Coordinates far{};
  for (int d = 0; d < topology.dimensions(); ++d) {
    far[d] = topology.wraps(d) ? topology.side(d) / 2 : topology.side(d) - 1;
  }
  dimension_order_route(topology, 0, topology.node(far));
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (topology.graph(d) != nullptr) continue;
    const int side = topology.side(d);
    middle_[d] = std::ssize(away_) + side - 1;
    for (int difference = 1 - side; difference < side; ++difference) {
      Topology::Coordinates from{}, to{};
      (difference < 0 ? from : to)[d] = std::abs(difference);
      Away away;
      for (const Run& run : dimension_order_route(topology, topology.node(from), topology.node(to))) {
        const bool tie = topology.wraps(d) && 2 * run.hops == side;
        away = {{run.hops, tie ? static_cast<std::int16_t>(-run.hops) : run.hops},
                static_cast<std::int16_t>(topology.channels_along(d, run.hops))};
      }
      away_.push_back(away);
    }
  }
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int d = 0; d < topology.dimensions(); ++d) coordinates_.push_back(topology.coordinate(node, d));
  }
}

void PacketRoutes::append(NodeId from, NodeId to, std::uint32_t ties, Route& route) const {
  if (const PairRoutes::Way* const way = pairs_ == nullptr ? nullptr : pairs_->find(from, to)) {
    route = way->route;
    return;
  }
  if (twist_ != nullptr) {
    const NodeId away = twist_->difference(from, to);
    const Topology::Coordinates hops = twist_->hops(away, ties % twist_->ways(away));
    for (int d = 0; d < topology_.dimensions(); ++d) {
      route.append(
          {static_cast<std::int16_t>(d), static_cast<std::int16_t>(hops[static_cast<std::size_t>(d)])});
    }
    return;
  }
  const std::int32_t *const a = coordinates(from), *const b = coordinates(to);
  for (std::size_t d = 0; d < dimensions_; ++d) {
    const auto dimension = static_cast<std::int16_t>(d);
    if (has_graph_ && topology_.graph(dimension) != nullptr) {
      append_along_graph(dimension, a[d], b[d], route);
    } else {
      route.append(
          {dimension, away_[static_cast<std::size_t>(middle_[d] + b[d] - a[d])].hops[ties >> d & 1]});
    }
  }
}

void PacketRoutes::append_along_graph(int dimension, int from, int to, Route& route) const {
  Topology::Coordinates a{}, b{};
  a[dimension] = from;
  b[dimension] = to;
  for (const Run& run : dimension_order_route(topology_, topology_.node(a), topology_.node(b))) {
    route.append(run);
  }
}

int PacketRoutes::hops(NodeId from, NodeId to) const {
  if (const PairRoutes::Way* const way = pairs_ == nullptr ? nullptr : pairs_->find(from, to))
    return way->hops;
  if (has_graph_ || twist_ != nullptr) return topology_.distance(from, to);
  const std::int32_t *const a = coordinates(from), *const b = coordinates(to);
  int hops = 0;
  for (std::size_t d = 0; d < dimensions_; ++d) {
    hops += away_[static_cast<std::size_t>(middle_[d] + b[d] - a[d])].channels;
  }
  return hops;
}

}  // namespace torusim
