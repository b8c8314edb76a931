#pragma once
/// The foreign routers of a run.

#include <vector>

#include "models/foreign_router.h"

namespace torusim::rtl {

/// The router of every node of placement.rtl_nodes, in lockstep with its shadow if that is asked for. Throws
/// InputError when none can be had for this hardware, or when one that keeps its own time is to run in
/// lockstep.
std::vector<PlacedRouter> make_foreign_routers(const Hardware& hardware, const ForeignPlacement& placement);

}  // namespace torusim::rtl
