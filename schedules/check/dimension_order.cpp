#include "schedules/check/dimension_order.h"

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

}  // namespace

std::vector<Route> dimension_order_routes(const Topology& topology, NodeId from, NodeId to) {
  std::vector<Route> routes(1);
  for (const Run& run : dimension_order_route(topology, from, to)) {
    const std::size_t ways = routes.size();
    const bool either = topology.wraps(run.dimension) && 2 * run.hops == topology.side(run.dimension);
    if (either) routes.reserve(2 * ways);
    for (std::size_t i = 0; either && i < ways; ++i) routes.push_back(routes[i]);
    for (std::size_t i = 0; i < routes.size(); ++i) {
      routes[i].append(Run::of(run.dimension, i < ways ? run.hops : -run.hops));
    }
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
