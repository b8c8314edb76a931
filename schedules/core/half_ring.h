#pragma once
/// The direction of a route at half a ring, where both directions are shortest.

namespace torusim {

/// Direction of a message whose distance is exactly half a ring.
enum class HalfRing {
  kPositive,  ///< in direction +
  kParity,    ///< + from nodes whose coordinates have an even sum, - from the others
};

}  // namespace torusim
