#include "schedules/check/dimension_order.h"

#include "schedules/core/twist.h"

namespace torusim {
namespace {

StoredSchedule one_phase(const Topology& topology, std::vector<Transfer> transfers) {
  ScheduleInfo info;
  info.topology = topology;
  info.collective.kind = Collective::Kind::kMessages;
  return StoredSchedule(info, {{"all", std::move(transfers), {}, false}});
}

void add(const Topology& topology, NodeId from, NodeId to, std::vector<Transfer>& transfers) {
  if (from == to) return;
  for (const Route& route : dimension_order_routes(topology, from, to)) {
    Transfer& transfer = transfers.emplace_back();
    transfer.source = from;
    transfer.destination = to;
    transfer.route = route;
  }
}

bool longest(const Topology& topology, int dimension, int from, int to) {
  const int side = topology.side(dimension);
  if (topology.complete(dimension)) return false;  // single hops wait for nothing in their dimension
  if (topology.wraps(dimension)) return topology.distance_along(dimension, from, to) == side / 2;
  return topology.graph(dimension) != nullptr || to == 0 || to == side - 1;
}

/// On a twisted torus the longest runs go round the rings that the seams make of the lines.
void add_ring(const Topology& topology, int dimension, std::vector<Transfer>& transfers) {
  const Twist& twist = *topology.twist();
  const int hops = twist.longest_run(dimension);
  NodeId from = 0;
  for (int left = twist.ring(dimension); left > 0; --left, from = topology.displaced(from, dimension, 1)) {
    for (const int run : {hops, -hops}) {
      Transfer& transfer = transfers.emplace_back();
      transfer.source = from;
      transfer.destination = topology.displaced(from, dimension, run);
      transfer.route = {Run::of(dimension, run)};
    }
  }
}

}  // namespace

std::vector<Route> dimension_order_routes(const Topology& topology, NodeId from, NodeId to) {
  std::vector<Route> routes;
  const std::uint32_t ways = dimension_order_ways(topology, from, to);
  for (std::uint32_t way = 0; way < ways; ++way) {
    routes.push_back(dimension_order_route(topology, from, to, way));
  }
  return routes;
}

StoredSchedule dimension_order_messages(const Topology& topology,
                                        const std::function<NodeId(NodeId)>& destination) {
  std::vector<Transfer> transfers;
  for (NodeId node = 0; node < topology.nodes(); ++node) add(topology, node, destination(node), transfers);
  return one_phase(topology, std::move(transfers));
}

StoredSchedule dimension_order_lines(const Topology& topology) {
  std::vector<Transfer> transfers;
  for (int d = 0; d < topology.dimensions(); ++d) {
    if (topology.twisted()) {
      add_ring(topology, d, transfers);
      continue;
    }
    for (int from = 0; from < topology.side(d); ++from) {
      for (int to = 0; to < topology.side(d); ++to) {
        if (!longest(topology, d, from, to)) continue;
        Topology::Coordinates a{}, b{};
        a[d] = from;
        b[d] = to;
        add(topology, topology.node(a), topology.node(b), transfers);
      }
    }
  }
  return one_phase(topology, std::move(transfers));
}

}  // namespace torusim
