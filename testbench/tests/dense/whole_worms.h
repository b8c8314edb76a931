#pragma once
/// Switching and classes of random runs at the dense level.

#include <rapidcheck.h>

#include <algorithm>

#include "models/contract/hardware.h"

namespace torusim::test {

/// A number of classes that the level has: as many as it has, or fewer.
inline auto dense_classes() { return rc::gen::weightedElement<int>({{3, 1}, {2, 2}, {1, 3}, {2, 4}}); }

/// A switching that the level has. Buffers that must hold worms of `longest` flits, and would not, then hold
/// one and no more.
inline void draw_dense_switching(Hardware& hardware, std::int64_t longest) {
  constexpr std::int64_t kMostSlots = 64;
  if (longest > kMostSlots) return;
  hardware.switching =
      *rc::gen::element(Switching::kWormhole, Switching::kCutThrough, Switching::kStoreAndForward);
  if (hardware.buffers_whole_worms()) {
    hardware.reserve = std::max(hardware.reserve, static_cast<int>(longest));
  }
}

}  // namespace torusim::test
