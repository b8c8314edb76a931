#pragma once
/// What the level is compiled for: small buffers and worms, or larger ones, in 1 to 4 dimensions.

#include "models/dense/block.h"
#include "models/dense/port_block.h"
#include "models/dense/worm_planes.h"

namespace torusim::dense {

inline constexpr int kMostDimensions = 4;
template <int dimensions>
using Small = Shape<dimensions, 4, 3>;  // 8 slots, 8 flits
template <int dimensions>
using Large = Shape<dimensions, 7, 10>;  // 64 slots, 1024 flits

/// With several classes.
inline constexpr int kMostClasses = 4;
template <int dimensions>
using LargeOfClasses = Shape<dimensions, 7, 10, kMostClasses>;

/// What is done in every cycle.
template <typename Block>
struct Kernel {
  Evaluate evaluate;
  const Move* (*move_heads)(const WormPlanes<Block>& worms);
};

/// 64 routers at once, on any machine, or 256: on machines with AVX2, BMI and BMI2. With several classes
/// there are always 256: a kernel for 64 would take a sixth of the time to compile this level.
template <typename Shape, typename V>
Kernel<Block<Shape, V>> kernel();
/// 256, which count what channels do.
template <typename Shape, typename V>
Kernel<Block<Shape, V>> counting_kernel();
/// The 4 ports of up to 64 routers at once: on such machines.
template <typename Shape>
Kernel<PortBlock<Shape>> kernel_of_ports();

}  // namespace torusim::dense
