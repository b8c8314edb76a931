#pragma once
/// Routes round failed channels for messages between any pairs of nodes, for many pairs or pairs not known in
/// advance.

#include <functional>
#include <memory>

#include "schedules/core/pair_routes.h"

namespace torusim {

/// Calls its argument with every pair of nodes that exchanges messages.
using EachPair = std::function<void(const std::function<void(NodeId from, NodeId to)>&)>;

/// A pair whose dimension-order routes all live keeps them, in class 0, and is not in the table; with kSpread
/// every pair is in the table. A pair with some live routes takes the first live route. Throws InputError
/// where Rerouter does. REQUIRES: at most PairRoutes::kMostNodes.
std::shared_ptr<const PairRoutes> rerouted_pairs(const Topology& topology, Reroute how, int lanes,
                                                 const EachPair& each_pair);

}  // namespace torusim
