// All routes that packets may take, from which SourceRouting::append() draws.
#include "models/sources/route_halves.h"
#include "models/sources/source_routing.h"
#include "schedules/core/route.h"

namespace torusim {

using Visit = std::function<void(const Route&)>;

namespace {

void each_shortest(const Topology& topology, NodeId from, NodeId to, const Visit& visit) {
  if (from == to) return visit(Route());
  const std::uint32_t ways = dimension_order_ways(topology, from, to);
  for (std::uint32_t way = 0; way < ways; ++way) visit(dimension_order_route(topology, from, to, way));
}

}  // namespace

void SourceRouting::each(NodeId from, NodeId to, const Visit& visit) const {
  const Visit with_lanes = [&](const Route& route) { each_lane(from, route, visit); };
  if (options_.routing == Routing::kValiant) return each_in_phases(from, to, with_lanes);
  each_shortest(topology_, from, to, [&](const Route& shortest) {
    if (options_.routing == Routing::kRomm) return each_in_box(shortest, with_lanes);
    if (options_.routing == Routing::kRandomOrder) return each_order(shortest, with_lanes);
    with_lanes(shortest);
  });
}

void SourceRouting::each_in_phases(NodeId from, NodeId to, const Visit& visit) const {
  for (NodeId middle = 0; middle < topology_.nodes(); ++middle) {
    each_shortest(topology_, from, middle, [&](const Route& first) {
      each_shortest(topology_, middle, to, [&](const Route& second) {
        Route route;
        for (const Run& run : first) append_on(Halves::kFirst, run, route);
        for (const Run& run : second) append_on(Halves::kSecond, run, route);
        visit(route);
      });
    });
  }
}

void SourceRouting::each_in_box(const Route& shortest, const Visit& visit) const {
  BoxSplit split{};
  for (int r = 0; r < shortest.size();) {
    Route route;
    append_halves(topology_, shortest, split, route);
    visit(route);
    // Increments `split` as a number with a digit per run.
    for (r = 0; r < shortest.size(); ++r) {
      if (++split[static_cast<std::size_t>(r)] <=
          topology_.channels_along(shortest[r].dimension, shortest[r].hops))
        break;
      split[static_cast<std::size_t>(r)] = 0;
    }
  }
}

void SourceRouting::each_order(const Route& shortest, const Visit& visit) const {
  for (unsigned second = 0; second < 1u << topology_.dimensions(); ++second) {
    Route route;
    append_pairs(second, shortest, route);
    visit(route);
  }
}

void SourceRouting::each_lane(NodeId from, const Route& route, const Visit& visit) const {
  if (options_.lanes == LaneChoice::kDateline) return visit(route);
  lanes_.each(from, options_.routing != Routing::kDimensionOrder, route, visit);
}

}  // namespace torusim
