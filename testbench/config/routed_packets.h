#pragma once
/// Routes of packets by `--routing` and `--lane-choice`, for the verdict on deadlock.

#include <memory>

#include "models/sources/pattern.h"
#include "models/sources/source_routing.h"
#include "schedules/core/schedule.h"

namespace torusim {

/// Of networks of up to 64 nodes all routes of all packets. Of larger ones the longest runs of each ring and
/// line, on all lanes: the halves of routes keep to pairs of their own and take dimensions in order, so a
/// cycle would be within a ring. All that is referred to must outlive it. Throws InputError where lanes are
/// too few for that.
std::unique_ptr<Schedule> routed_packets(const Hardware& hardware, const Pattern& pattern,
                                         const RoutingOptions& options);

}  // namespace torusim
