#pragma once
/// The shapes for which the level is compiled: small buffers and worms, or larger ones, in 1 to 4 dimensions.

#include "models/dense/block.h"
#include "models/dense/port_block.h"
#include "models/dense/worm_planes.h"

namespace torusim::dense {

inline constexpr int kMostDimensions = 4;
template <int dimensions>
using Small = Shape<dimensions, 4, 3>;  // 8 slots, 8 flits
template <int dimensions>
using Large = Shape<dimensions, 7, 10>;  // 64 slots, 1024 flits

/// Shapes with several classes.
inline constexpr int kMostClasses = 4;
template <int dimensions>
using LargeOfClasses = Shape<dimensions, 7, 10, kMostClasses>;

/// The two functions that run in every cycle.
template <typename Block>
struct Kernel {
  Evaluate evaluate;
  const Move* (*move_heads)(const WormPlanes<Block>& worms);
};

/// A kernel for 64 routers at once, on any machine, or for 256, on machines with AVX2, BMI and BMI2. With
/// several classes it is always 256: a kernel for 64 would take a sixth of the time to compile this level.
template <typename Shape, typename V>
Kernel<Block<Shape, V>> kernel();
/// A kernel for 256 routers that also counts for sums of channels.
template <typename Shape, typename V>
Kernel<Block<Shape, V>> counting_kernel();
/// A kernel for the 4 ports of up to 64 routers at once, on machines with AVX2, BMI and BMI2.
template <typename Shape>
Kernel<PortBlock<Shape>> kernel_of_ports();

}  // namespace torusim::dense
