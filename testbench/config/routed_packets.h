#pragma once
/// Routes of packets by `--routing` and `--lane-choice`, for the verdict on deadlock.

#include <memory>

#include "models/sources/pattern.h"
#include "models/sources/source_routing.h"
#include "schedules/core/schedule.h"

namespace torusim {

/// Networks of up to 64 nodes: all routes of all packets. Larger networks: the longest runs of each ring and
/// line, on all lanes. These suffice: each half of a route has its own pair of lanes and takes dimensions in
/// order, so a cycle lies within a ring. Throws InputError if the lanes are too few for these pairs.
/// REQUIRES: `pattern` outlives the result.
std::unique_ptr<Schedule> routed_packets(const Hardware& hardware, const Pattern& pattern,
                                         const RoutingOptions& options);

}  // namespace torusim
