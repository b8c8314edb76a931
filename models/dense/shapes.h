#pragma once
/// What the level is compiled for: small buffers and worms, or larger ones, in 1 to 4 dimensions.

#include "models/dense/block.h"

namespace torusim::dense {

inline constexpr int kMostDimensions = 4;
template <int dimensions>
using Small = Shape<dimensions, 4, 3>;  // 8 slots, 8 flits
template <int dimensions>
using Large = Shape<dimensions, 7, 10>;  // 64 slots, 1024 flits

/// Evaluates shapes, 64 routers at once, or 256 on machines with AVX2.
template <typename Shape>
Evaluate evaluate_64();
template <typename Shape>
Evaluate evaluate_256();

}  // namespace torusim::dense
