#include <algorithm>
#include <cstdlib>
#include <vector>

#include "schedules/convert/outside.h"

namespace torusim {

Route outside_route(const Topology& topology, Routes routes, NodeId from, NodeId to) {
  Route route = dimension_order_route(topology, from, to);
  std::vector<Run> runs(route.begin(), route.end());
  if (routes == Routes::kReversed) {  // the steps along a graph stay in their order
    std::stable_sort(runs.begin(), runs.end(),
                     [](const Run& a, const Run& b) { return a.dimension > b.dimension; });
  }
  if (routes == Routes::kSplit && !topology.twisted()) {  // there the ways are split already
    for (Run& run : runs) {
      const int d = run.dimension;
      const bool both_ways = topology.line(d) == Line::kRing && 2 * std::abs(run.hops) == topology.side(d);
      if (both_ways && topology.coordinate(from, d) % 2 == 1) run.hops = static_cast<std::int16_t>(-run.hops);
    }
  }
  route = Route();
  for (const Run& run : runs) route.append(run);
  return route;
}

}  // namespace torusim
