#pragma once
/// What `--routing` and `--lane-choice` mean for a run.

#include <memory>

#include "schedules/core/schedule.h"
#include "testbench/config/run_config.h"

namespace torusim {

/// Lanes of routes of two halves: a pair for each.
inline constexpr int kLanesOfHalves = 4;

/// Throws UsageError where packets cannot take such routes, or name lanes.
void refuse_routing(const RunConfig& config, const Topology& topology);

/// The schedule with the lanes of `--lane-choice`. Throws UsageError for schedules that keep theirs.
std::unique_ptr<Schedule> with_lanes(const RunConfig& config, std::unique_ptr<Schedule> schedule);

}  // namespace torusim
