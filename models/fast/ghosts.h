#pragma once
/// Routers of another slab as destinations of a slab.
///
/// A flit or a credit for such a router goes to its *ghost*: a number after those of the slab's own routers,
/// with an inbox of the same form. Senders need not know which slab owns a router, a branch that would be
/// unpredictable at a border. At the end of the cycle the slab packs the arrivals of ghosts. Two cycles
/// later, before they are due, the other slab adds them to the inboxes of its routers (slabs.h). Ghosts are
/// never evaluated.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <vector>

#include "models/contract/hardware.h"

namespace torusim::fast {

/// The ghosts of one slab's routers in another.
struct Ghosts {
  NodeId first = 0;           ///< the number of the first ghost
  std::vector<NodeId> nodes;  ///< the routers, ascending

  NodeId number(std::size_t ghost) const { return first + static_cast<NodeId>(ghost); }
  /// Number of ghosts that are packed together: a cache line of words, or more if that would give more than
  /// 64 units.
  std::size_t unit() const { return std::bit_ceil(std::max<std::size_t>(8, (nodes.size() + 63) / 64)); }
};

}  // namespace torusim::fast
