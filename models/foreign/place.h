#pragma once
/// The foreign routers of a run.

#include <string>
#include <vector>

#include "models/contract/foreign_placement.h"
#include "models/contract/foreign_router.h"

namespace torusim::rtl {

/// The router of every node of placement.rtl_nodes, in lockstep with the reference router if that is asked
/// for. Throws InputError when none can be had for this hardware, when one that keeps its own time is to run
/// in lockstep, or when the inside of one is to be traced that cannot show it.
std::vector<PlacedRouter> make_foreign_routers(const Hardware& hardware, const ForeignPlacement& placement);

/// The VCD file of the inside of a node's router.
std::string trace_path(const Hardware& hardware, const ForeignPlacement& placement, NodeId node);

}  // namespace torusim::rtl
