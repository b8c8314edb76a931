#pragma once
/// Routers of another slab, as a slab sends to them.
///
/// A flit or a credit for such a router goes to its *ghost*: a number behind those of the slab's own routers,
/// with an inbox like theirs. So whoever sends need not ask whose the router is, which at a border nobody
/// could foresee. At the end of the cycle what has come to ghosts is packed, and two cycles later, in time,
/// the other slab adds it to the inboxes of the routers themselves (slabs.h). Nobody evaluates a ghost.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "models/contract/hardware.h"

namespace torusim::fast {

/// Those of one slab's routers in another.
struct Ghosts {
  NodeId first = 0;           ///< the number of the first
  std::vector<NodeId> nodes;  ///< the routers, ascending

  NodeId number(std::size_t ghost) const { return first + static_cast<NodeId>(ghost); }
  /// So many are packed together: a cache line of words, or more if there would be more than 64 such units.
  std::size_t unit() const { return std::bit_ceil(std::max<std::size_t>(8, (nodes.size() + 63) / 64)); }
};

}  // namespace torusim::fast
