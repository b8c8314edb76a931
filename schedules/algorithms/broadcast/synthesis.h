#pragma once
/// Broadcast steps found by search instead of construction: every step a maximum flow from the owners, to the
/// nodes that are farthest from them.
///
/// Unlike the constructions, these schedules need global knowledge of the network, their routes are
/// irregular, and a step may use both channels of a link.

#include <cstdint>
#include <optional>

#include "schedules/algorithms/broadcast/plan.h"

namespace torusim::broadcast {

/// The shortest of several schedules that differ in how ties are broken; stops at one as short as the lower
/// bound. Any topology. Always the same for the same arguments. Throws InputError if no attempt
/// kept within the runs that a Route may have, which can happen on large tori only.
Plan synthesise(const Topology& topology, NodeId source, int alpha);

/// A single step to all nodes that are not owners yet, if there is one.
std::optional<Step> finish_in_one_step(const Topology& topology, const std::vector<bool>& owners, int alpha);

}  // namespace torusim::broadcast
