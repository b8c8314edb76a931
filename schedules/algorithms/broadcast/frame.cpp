#include "schedules/algorithms/broadcast/frame.h"

#include <algorithm>
#include <numeric>

namespace torusim::broadcast {
namespace {

std::vector<int> by_side(const Topology& topology) {
  std::vector<int> order(topology.dimensions());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return topology.side(a) < topology.side(b); });
  return order;
}

Topology reordered(const Topology& topology, const std::vector<int>& order) {
  std::vector<Dimension> dimensions;
  for (const int d : order) dimensions.push_back({topology.side(d), topology.line(d)});
  return Topology(std::move(dimensions));
}

}  // namespace

Frame::Frame(const Topology& topology, NodeId source)
    : topology_(topology),
      source_(topology.coordinates(source)),
      order_(by_side(topology)),
      sorted_(reordered(topology, order_)) {}

NodeId Frame::place(NodeId node) const {
  Topology::Coordinates at{};
  for (std::size_t d = 0; d < order_.size(); ++d) {
    const int to = order_[d];
    at[to] = (sorted_.coordinate(node, static_cast<int>(d)) + source_[to]) % topology_.side(to);
  }
  return topology_.node(at);
}

Plan Frame::place(Plan plan) const {
  for (Step& step : plan) {
    for (Send& send : step.sends) {
      Route route;
      for (const Run& run : send.route) {
        route.append({static_cast<std::int16_t>(order_[run.dimension]), run.hops});
      }
      send = {place(send.from), place(send.to), route};
    }
  }
  return plan;
}

}  // namespace torusim::broadcast
