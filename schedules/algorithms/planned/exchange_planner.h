#pragma once
/// Plans of complete exchanges: every block takes a way of its own over links and phases, and the ways share
/// the links evenly.

#include <cstdint>

#include "schedules/algorithms/planned/hop_plan.h"
#include "schedules/algorithms/planned/live_links.h"

namespace torusim::planned {

/// The least sum over all phases of the time of the busiest link, in that of a block, by distances over
/// weighted links, slabs and nodes.
std::int64_t exchange_bound(const LiveLinks& links);
/// A plan in `phases` phases, at least the diameter. The search ends at `bound` blocks or after a number of
/// steps, not of seconds, so the plan is the same on every machine.
HopPlan plan_exchange(const LiveLinks& links, int phases, std::int64_t bound, std::uint64_t seed);

}  // namespace torusim::planned
