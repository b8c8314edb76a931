#include "models/dense/evaluate_counted.h"
#include "models/dense/shapes.h"

namespace torusim::dense {

template <typename Shape>
Kernel<Block<Shape, Bits>> counting_kernel_64() {
  return {&evaluate_counted<Shape, Bits>, kernel_64<Shape>().move_heads};
}

template Kernel<Block<Small<1>, Bits>> counting_kernel_64<Small<1>>();
template Kernel<Block<Small<2>, Bits>> counting_kernel_64<Small<2>>();
template Kernel<Block<Small<3>, Bits>> counting_kernel_64<Small<3>>();
template Kernel<Block<Small<4>, Bits>> counting_kernel_64<Small<4>>();
template Kernel<Block<Large<1>, Bits>> counting_kernel_64<Large<1>>();
template Kernel<Block<Large<2>, Bits>> counting_kernel_64<Large<2>>();
template Kernel<Block<Large<3>, Bits>> counting_kernel_64<Large<3>>();
template Kernel<Block<Large<4>, Bits>> counting_kernel_64<Large<4>>();

}  // namespace torusim::dense
