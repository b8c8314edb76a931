#pragma once
/// Switching of random runs at the dense level.

#include <rapidcheck.h>

#include <algorithm>

#include "models/contract/hardware.h"

namespace torusim::test {

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
