#pragma once
/// The nodes with foreign routers in a run, and the checks of these routers.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/contract/hardware.h"

namespace torusim {

class ForeignRouter;

/// Makes the router of a node, in reset state.
using RouterFactory = std::function<std::unique_ptr<ForeignRouter>(const Hardware& hardware, NodeId node)>;

/// The nodes with foreign routers, and the options for these routers.
struct ForeignPlacement {
  std::vector<NodeId> rtl_nodes;  ///< nodes with a foreign router in place of the level's
  /// Factory of the foreign routers; empty: the Verilated routers of rtl/.
  RouterFactory foreign_router;
  /// Nodes of rtl_nodes whose router has its own timing: the router delivers, but not in the cycles of
  /// docs/router.md.
  std::vector<NodeId> own_timing;
  /// Whether all foreign routers can be ticked in parallel, as far as is known before they are made.
  bool thread_safe = true;
  /// A reference router (reference_router.h) beside every foreign router gets the same inputs; the run ends
  /// at the first difference.
  bool lockstep = false;
  /// Path for the last cycles of both routers, with suffix `_<node>.vcd`; empty: no file.
  std::string lockstep_waves;
  /// Nodes of rtl_nodes whose internal signals are traced, each to rtl_traces with suffix `_<node>.vcd`.
  std::vector<NodeId> traced_nodes;
  std::string rtl_traces;
};

}  // namespace torusim
