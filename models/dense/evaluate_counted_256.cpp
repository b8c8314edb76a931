#include "models/dense/evaluate_counted.h"
#include "models/dense/shapes.h"

namespace torusim::dense {

template <typename Shape>
Kernel<Block<Shape, Bits256>> counting_kernel_256() {
  return {&evaluate_counted<Shape, Bits256>, kernel_256<Shape>().move_heads};
}

template Kernel<Block<Small<1>, Bits256>> counting_kernel_256<Small<1>>();
template Kernel<Block<Small<2>, Bits256>> counting_kernel_256<Small<2>>();
template Kernel<Block<Small<3>, Bits256>> counting_kernel_256<Small<3>>();
template Kernel<Block<Small<4>, Bits256>> counting_kernel_256<Small<4>>();
template Kernel<Block<Large<1>, Bits256>> counting_kernel_256<Large<1>>();
template Kernel<Block<Large<2>, Bits256>> counting_kernel_256<Large<2>>();
template Kernel<Block<Large<3>, Bits256>> counting_kernel_256<Large<3>>();
template Kernel<Block<Large<4>, Bits256>> counting_kernel_256<Large<4>>();

}  // namespace torusim::dense
