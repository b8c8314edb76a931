#pragma once
/// Converts --routing and --lane-choice to routes and lanes.

#include <memory>

#include "schedules/core/schedule.h"
#include "testbench/config/run_config.h"

namespace torusim {

// All functions throw a UsageError that begins with the option.

/// Refuses a routing that packets of open-loop traffic cannot have on that network.
void refuse_routing(const RunConfig& config, const Topology& topology);
/// The schedule with the routes of --routing: with adaptive routing each message has a shortest path in place
/// of the schedule's route. Programs choose no routes and stay as they are.
std::unique_ptr<Schedule> with_routing(const RunConfig& config, std::unique_ptr<Schedule> schedule);
/// The schedule with the lanes of `--lane-choice`.
std::unique_ptr<Schedule> with_lanes(const RunConfig& config, std::unique_ptr<Schedule> schedule);

}  // namespace torusim
