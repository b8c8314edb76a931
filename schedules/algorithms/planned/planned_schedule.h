#pragma once
/// Plans as a schedule, phase by phase.

#include <cstdint>
#include <memory>
#include <vector>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/planned/hop_plan.h"

namespace torusim::planned {

/// A plan as phases of the schedule.
struct PlannedPart {
  HopPlan plan;
  bool backwards = false;  ///< the phases run from the last to the first, and sums travel
};

/// A packet of several pieces is made to run in the order of its data, where a run can follow all of them and
/// no link waits for a port: phases have a latency each, and messages without phases follow each other on a
/// channel.
bool in_data_order(const Topology& topology, const Collective& collective, int ports);

/// The schedule of the parts, one after the other.
std::unique_ptr<AlgorithmSchedule> planned_schedule(const Topology& topology, const Collective& collective,
                                                    int ports, std::vector<PlannedPart> parts,
                                                    const BlockBounds& bounds);

}  // namespace torusim::planned
