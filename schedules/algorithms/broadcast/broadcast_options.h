#pragma once
/// The options of the algorithm `broadcast` as a user writes them.

#include "schedules/algorithms/broadcast/broadcast_schedule.h"
#include "schedules/algorithms/registry.h"

namespace torusim {

std::vector<OptionInfo> broadcast_option_infos();

/// All of them must be there. Throws UsageError for a root that is no node, or ports that are no number.
BroadcastOptions read_broadcast_options(const AlgorithmOptions& options, const Topology& topology);

}  // namespace torusim
