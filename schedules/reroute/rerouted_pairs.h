#pragma once
/// Routes round failed channels for messages between any pairs of nodes, which are many or not known before.

#include <functional>
#include <memory>

#include "schedules/core/pair_routes.h"

namespace torusim {

/// Calls its argument with every pair of nodes between which messages go.
using EachPair = std::function<void(const std::function<void(NodeId from, NodeId to)>&)>;

/// Pairs of which all dimension-order routes live keep them, in class 0, and are not in the table; with
/// kSpread every pair is. Pairs of which some live take the first of those. Throws InputError where Rerouter
/// does. REQUIRES: at most PairRoutes::kMostNodes.
std::shared_ptr<const PairRoutes> rerouted_pairs(const Topology& topology, Reroute how, int lanes,
                                                 const EachPair& each_pair);

}  // namespace torusim
