#pragma once
/// The nodes of a run at which routers stand that are not the level's own, and how they are checked.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/contract/hardware.h"

namespace torusim {

class ForeignRouter;

/// Makes the router of a node, in reset state.
using RouterFactory = std::function<std::unique_ptr<ForeignRouter>(const Hardware& hardware, NodeId node)>;

/// Where foreign routers stand in a run, and what is asked of them.
struct ForeignPlacement {
  std::vector<NodeId> rtl_nodes;  ///< nodes at which a foreign router stands instead of the level's own
  /// Makes those routers; empty: the Verilated ones of rtl/.
  RouterFactory foreign_router;
  /// Those of rtl_nodes whose router keeps its own time: it delivers, but not in the cycles of
  /// docs/router.md.
  std::vector<NodeId> own_timing;
  /// All of them may be ticked side by side, as far as is known before they are made.
  bool thread_safe = true;
  /// Beside every foreign router a reference router (reference_router.h) sees the same inputs; the run ends
  /// at their first difference.
  bool lockstep = false;
  /// Then the last cycles of both are written to this path with `_<node>.vcd` behind it; empty: nowhere.
  std::string lockstep_waves;
  /// Those of rtl_nodes whose inside is traced, each to rtl_traces with `_<node>.vcd` behind it.
  std::vector<NodeId> traced_nodes;
  std::string rtl_traces;
};

}  // namespace torusim
