#pragma once
/// The cycles of a plan, by which plans are chosen.

#include <cstdint>
#include <numeric>

#include "schedules/algorithms/planned/hop_plan.h"
#include "schedules/algorithms/planned/live_links.h"

namespace torusim::planned {

/// A message takes 4 cycles beside its startup, its blocks and its hops.
struct PlanTime {
  std::int64_t startup = 0, block = 1;
  /// Messages follow each other on a link, with a head each; only those on the way to the farthest node wait
  /// for each other. Else barriers part the phases.
  bool data_order = false;

  /// Of any plan the least, as its phases may do without the longest hops.
  std::int64_t of(const LiveLinks& links, std::int64_t phases, std::int64_t blocks, int hops = 1) const {
    const std::int64_t hop = data_order ? links.longest_hop() : links.shortest_hop();
    const std::int64_t latency = 4 + hops * hop;
    if (data_order) return phases * (startup + 1) + links.diameter() * (latency - 1) + blocks * block;
    return phases * (startup + latency) + blocks * block;
  }
  std::int64_t of(const LiveLinks& links, const HopPlan& plan) const {
    if (data_order) return of(links, plan.phases, plan.blocks());
    return std::accumulate(plan.way.begin(), plan.way.end(),
                           plan.phases * (startup + 4) + plan.blocks() * block);
  }
};

}  // namespace torusim::planned
