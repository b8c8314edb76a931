#pragma once
/// Schedules of messages that stand for all dimension-order routes, for the verdict on deadlock.

#include <functional>
#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

/// All dimension-order routes that are as short as any: where half a ring lies ahead, those both ways.
std::vector<Route> dimension_order_routes(const Topology& topology, NodeId from, NodeId to);

/// One phase of empty messages that all nodes send to `destination(node)`, on each of those routes.
StoredSchedule dimension_order_messages(const Topology& topology,
                                        const std::function<NodeId(NodeId)>& destination);

/// The same of nodes on a line through node 0, one line of each dimension. Their channel dependencies close a
/// cycle if and only if those of all pairs of nodes do: a dimension-order route never returns to a dimension,
/// so a cycle lies in one line, and all lines of a dimension are alike. On a twisted torus the line is a ring
/// that the seams close. Of the routes in one direction only the longest are there, which have the
/// dependencies of all.
StoredSchedule dimension_order_lines(const Topology& topology);

}  // namespace torusim
