#pragma once
/// Switching of random runs at the dense level.

#include <rapidcheck.h>

#include <algorithm>

#include "models/contract/hardware.h"

namespace torusim::test {

/// Where buffers hold worms of `longest` flits, every switching that the level has; where they are too small
/// they may become as long as these.
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
