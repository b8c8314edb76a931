#pragma once
/// The foreign routers of a run.

#include <functional>
#include <memory>

#include "models/foreign_router.h"
#include "models/simulation.h"

namespace torusim::rtl {

/// Makes the router of every node of options.rtl_nodes, in lockstep with its shadow if that is asked for, and
/// hands it to `place`. Throws InputError when none can be had for this hardware.
void place_foreign_routers(const RunOptions& options,
                           const std::function<void(NodeId, std::unique_ptr<ForeignRouter>)>& place);

}  // namespace torusim::rtl
