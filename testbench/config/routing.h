#pragma once
/// From --routing to heads that choose their way, and to what does not go with that.

#include <memory>

#include "schedules/core/schedule.h"
#include "testbench/config/run_config.h"

namespace torusim {

// Both throw UsageError that begins with --routing or --lanes.

/// What --routing cannot be combined with. Called before a schedule is made and a network is set up.
void check_routing(const RunConfig& config);
/// The schedule as that routing carries it: with adaptive routing each message has a shortest path in place
/// of the schedule's route. Programs choose no routes.
std::unique_ptr<Schedule> with_routing(const RunConfig& config, std::unique_ptr<Schedule> schedule);

/// What `--lanes auto` stands for.
int lanes_for_routing(const RunConfig& config, const Topology& topology);

}  // namespace torusim
