#pragma once
/// Broadcast steps found by search instead of construction: every step is a maximum flow from the owners to
/// the nodes farthest from them.
///
/// Unlike the constructions, these schedules need global knowledge of the network, their routes are
/// irregular, and a step may use both channels of a link.

#include <cstdint>
#include <optional>

#include "schedules/algorithms/broadcast/plan.h"

namespace torusim::broadcast {

/// The shortest of several schedules that differ in how ties are broken; the search stops at a schedule as
/// short as the lower bound. It runs on any topology, and equal arguments give equal plans. Throws InputError
/// if every attempt exceeds the runs of a Route, which can happen on large tori only.
Plan synthesise(const Topology& topology, NodeId source, int alpha);

/// A single step to all nodes that are not owners yet, if such a step exists.
std::optional<Step> finish_in_one_step(const Topology& topology, const std::vector<bool>& owners, int alpha);

}  // namespace torusim::broadcast
