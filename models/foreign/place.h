#pragma once
/// The creation of the foreign routers of a run.

#include <string>
#include <vector>

#include "models/contract/foreign_placement.h"
#include "models/contract/foreign_router.h"

namespace torusim::rtl {

/// Makes the router of every node of placement.rtl_nodes, in lockstep with the reference router if the
/// placement says so. Throws InputError if no router fits the hardware, or a router cannot trace its internal
/// signals. Lockstep also refuses modules and routers with their own timing.
std::vector<PlacedRouter> make_foreign_routers(const Hardware& hardware, const ForeignPlacement& placement);

/// The path of the VCD file with the internal signals of a node's router.
std::string trace_path(const Hardware& hardware, const ForeignPlacement& placement, NodeId node);

}  // namespace torusim::rtl
