#pragma once
/// What the hardware means for the verdict on deadlock before a run (schedules/check/deadlock_verdict.h).

#include <cstdint>

#include "models/contract/run_options.h"
#include "models/sources/pattern.h"
#include "models/sources/source_routing.h"
#include "schedules/check/deadlock_verdict.h"

namespace torusim {

/// How messages of at most `longest` flits wait on this hardware.
WaitingModel waiting_model(const Hardware& hardware, Synchronisation sync, int block_flits,
                           std::int64_t longest);

/// Judges the dimension-order routes of all pairs of nodes, with messages of at most `longest` flits: what is
/// free for them is free for any of them. Time goes with the sides of the network.
DeadlockVerdict judge_all_pairs(const Hardware& hardware, std::int64_t longest);

/// Judges messages of any pattern whose heads choose their way, by the extended dependencies of the escape
/// lanes.
DeadlockVerdict judge_adaptive(const Hardware& hardware);

/// Judges open-loop traffic of packets of at most `longest` flits. There may be any number of packets, so
/// there is no circle that cannot close.
/// `pairs`: as in TrafficOptions.
DeadlockVerdict judge_traffic(const Hardware& hardware, const PatternOptions& pattern, std::int64_t longest,
                              const PairRoutes* pairs = nullptr, const RoutingOptions& routing = {});

}  // namespace torusim
