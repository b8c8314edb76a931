#pragma once
/// Costs of the gather family in closed form, and the settings that represent published schemes.

#include <optional>
#include <vector>

#include "schedules/core/cost.h"
#include "schedules/formulas/published_costs.h"

namespace torusim {

/// The cost of GatherExchange on a torus of `dimensions` sides of 2^d nodes.
Cost gather_cost(int dimensions, int d, const std::vector<int>& gathers);

/// The gathers before the levels 2 .. d-1 that represent a published scheme:
/// - DP-2D, DP-3D: no gathers, which gives their printed cost;
/// - T-2D1, T-3D1, which save startups: the fewest blocks in no more startups than printed;
/// - T-2D2, T-3D2, which save blocks: the fewest startups with no more blocks than printed. Nullopt if the
/// family has no such member.
std::optional<std::vector<int>> gathers_for(PublishedScheme scheme, int d);

}  // namespace torusim
