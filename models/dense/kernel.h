#pragma once
/// The kernel that does not count. It is not in evaluate.h, so that the files of kernels that count do not
/// compile it too.

#include "models/dense/evaluate.h"
#include "models/dense/shapes.h"

namespace torusim::dense {

template <typename Shape, typename V>
Kernel<Block<Shape, V>> kernel() {
  return {&evaluate<Shape, V>, [](const WormPlanes<Block<Shape, V>>& worms) { worms.move_heads(); }};
}

}  // namespace torusim::dense
