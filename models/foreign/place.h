#pragma once
/// The creation of the foreign routers of a run.

#include <string>
#include <vector>

#include "models/contract/foreign_placement.h"
#include "models/contract/foreign_router.h"

namespace torusim::rtl {

/// Makes the router of every node of placement.rtl_nodes, in lockstep with the reference router if the
/// placement says so. Throws InputError if no router fits the hardware, if lockstep is to include a module or
/// a router with its own timing, or if a router cannot trace its internal signals.
std::vector<PlacedRouter> make_foreign_routers(const Hardware& hardware, const ForeignPlacement& placement);

/// The path of the VCD file with the internal signals of a node's router.
std::string trace_path(const Hardware& hardware, const ForeignPlacement& placement, NodeId node);

}  // namespace torusim::rtl
