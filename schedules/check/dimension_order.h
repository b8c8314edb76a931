#pragma once
/// Schedules of messages that represent all dimension-order routes, for the verdict on deadlock.

#include <functional>
#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

/// All shortest dimension-order routes: at half a ring, the routes in both directions.
std::vector<Route> dimension_order_routes(const Topology& topology, NodeId from, NodeId to);

/// One phase of empty messages from all nodes to `destination(node)`, on each of dimension_order_routes().
StoredSchedule dimension_order_messages(const Topology& topology,
                                        const std::function<NodeId(NodeId)>& destination);

/// Messages between nodes of one line of each dimension, the line through node 0. Their channel dependencies
/// close a cycle if and only if the dependencies of all pairs of nodes do: a dimension-order route never
/// returns to a dimension, so a cycle lies in one line, and all lines of a dimension are alike. On a twisted
/// torus the line is a ring that the seams close. In each direction only the longest routes are messages,
/// which have the dependencies of all routes.
StoredSchedule dimension_order_lines(const Topology& topology);

}  // namespace torusim
