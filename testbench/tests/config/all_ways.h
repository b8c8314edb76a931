#pragma once
/// The dependences of all routes of a topology, pair by pair, for tests of quicker ways to the verdict.

#include "schedules/check/channel_dependencies.h"
#include "schedules/check/dimension_order.h"

namespace torusim::test {

/// Whether the shortest routes in dimension order between all pairs of nodes close a cycle of channels.
inline bool ways_close_a_cycle(const Topology& topology, int lanes) {
  ChannelDependencies dependencies(topology, lanes);
  for (NodeId from = 0; from < topology.nodes(); ++from) {
    for (NodeId to = 0; to < topology.nodes(); ++to) {
      if (from == to) continue;
      for (const Route& route : dimension_order_routes(topology, from, to)) dependencies.add(from, route);
    }
  }
  return !dependencies.cycle().empty();
}

}  // namespace torusim::test
