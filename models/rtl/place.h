#pragma once
/// The foreign routers of a run.

#include <vector>

#include "models/foreign_router.h"
#include "models/simulation.h"

namespace torusim::rtl {

/// The router of every node of options.rtl_nodes, in lockstep with its shadow if that is asked for. Throws
/// InputError when none can be had for this hardware.
std::vector<PlacedRouter> make_foreign_routers(const RunOptions& options);

}  // namespace torusim::rtl
