#pragma once
/// A schedule that its algorithm has made for a network with failures.

#include <memory>

#include "schedules/core/schedule.h"

namespace torusim {

/// The schedule `again`, with its changes against schedule `intact` of the intact network in
/// ScheduleInfo::rerouting. Null for a route over a failed channel: reductions run a broadcast backwards, and
/// a link may fail one way.
std::unique_ptr<Schedule> planned_round_failures(Schedule& intact, std::unique_ptr<Schedule> again);

}  // namespace torusim
