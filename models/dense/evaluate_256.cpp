#include "models/dense/evaluate_ports.h"
#include "models/dense/kernel.h"

namespace torusim::dense {

template <typename Shape>
Kernel<PortBlock<Shape>> kernel_of_ports() {
  return {&evaluate_ports<Shape>,
          [](const WormPlanes<PortBlock<Shape>>& worms) { return worms.move_heads(); }};
}

template Kernel<Block<Small<1>, Bits256>> kernel<Small<1>, Bits256>();
template Kernel<Block<Small<2>, Bits256>> kernel<Small<2>, Bits256>();
template Kernel<Block<Small<3>, Bits256>> kernel<Small<3>, Bits256>();
template Kernel<Block<Small<4>, Bits256>> kernel<Small<4>, Bits256>();
template Kernel<Block<Large<1>, Bits256>> kernel<Large<1>, Bits256>();
template Kernel<Block<Large<2>, Bits256>> kernel<Large<2>, Bits256>();
template Kernel<Block<Large<3>, Bits256>> kernel<Large<3>, Bits256>();
template Kernel<Block<Large<4>, Bits256>> kernel<Large<4>, Bits256>();
template Kernel<PortBlock<Small<2>>> kernel_of_ports<Small<2>>();
template Kernel<PortBlock<Large<2>>> kernel_of_ports<Large<2>>();

}  // namespace torusim::dense
