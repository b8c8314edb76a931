#pragma once
/// A choice of routes where both ways are the shortest.

namespace torusim {

/// Which way a message goes that has exactly half a ring before it.
enum class HalfRing {
  kPositive,  ///< in direction +
  kParity,    ///< + from nodes whose coordinates have an even sum, - from the others
};

}  // namespace torusim
