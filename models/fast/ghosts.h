#pragma once
/// Routers of another slab, as a slab sends to them.
///
/// A flit or a credit for such a router goes to its *ghost*: a number behind those of the slab's own routers,
/// with an inbox like theirs. So whoever sends need not ask whose the router is, which at a border nobody
/// could foresee. In the next cycle, in time, the other slab adds what has come to a ghost to the inbox of
/// the router itself. Nobody evaluates a ghost.

#include <cstddef>
#include <vector>

#include "models/contract/hardware.h"

namespace torusim::fast {

/// Those of one slab's routers in another.
struct Ghosts {
  NodeId first = 0;           ///< the number of the first
  std::vector<NodeId> nodes;  ///< the routers, ascending

  NodeId number(std::size_t ghost) const { return first + static_cast<NodeId>(ghost); }
};

}  // namespace torusim::fast
