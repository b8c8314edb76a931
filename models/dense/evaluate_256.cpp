#include "models/dense/evaluate.h"
#include "models/dense/evaluate_ports.h"
#include "models/dense/shapes.h"

namespace torusim::dense {

template <typename Shape>
Kernel<Block<Shape, Bits256>> kernel_256() {
  using B = Block<Shape, Bits256>;
  return {&evaluate<Shape, Bits256>, [](const WormPlanes<B>& worms) { worms.move_heads(); }};
}

template <typename Shape>
Kernel<PortBlock<Shape>> kernel_of_ports() {
  return {&evaluate_ports<Shape>, [](const WormPlanes<PortBlock<Shape>>& worms) { worms.move_heads(); }};
}

template Kernel<Block<Small<1>, Bits256>> kernel_256<Small<1>>();
template Kernel<Block<Small<2>, Bits256>> kernel_256<Small<2>>();
template Kernel<Block<Small<3>, Bits256>> kernel_256<Small<3>>();
template Kernel<Block<Small<4>, Bits256>> kernel_256<Small<4>>();
template Kernel<Block<Large<1>, Bits256>> kernel_256<Large<1>>();
template Kernel<Block<Large<2>, Bits256>> kernel_256<Large<2>>();
template Kernel<Block<Large<3>, Bits256>> kernel_256<Large<3>>();
template Kernel<Block<Large<4>, Bits256>> kernel_256<Large<4>>();
template Kernel<PortBlock<Small<2>>> kernel_of_ports<Small<2>>();
template Kernel<PortBlock<Large<2>>> kernel_of_ports<Large<2>>();

}  // namespace torusim::dense
