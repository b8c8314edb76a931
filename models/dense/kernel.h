#pragma once
/// The kernels that do not count. They are not in evaluate.h, so that the file of counting kernels does not
/// compile them too. For several classes, and for 64 routers, one kernel serves both cases: two would take
/// twice as long to compile.

#include <type_traits>

#include "models/dense/evaluate_counted.h"
#include "models/dense/shapes.h"

namespace torusim::dense {

template <typename Shape, typename V>
Kernel<Block<Shape, V>> kernel() {
  Evaluate cycle;
  if constexpr (Shape::classes > 1 || std::is_same_v<V, Bits>) {
    cycle = &evaluate_counted<Shape, V>;
  } else {
    cycle = &evaluate<Shape, V>;
  }
  return {cycle, [](const WormPlanes<Block<Shape, V>>& worms) { return worms.move_heads(); }};
}

}  // namespace torusim::dense
