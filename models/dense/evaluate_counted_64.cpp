#include "models/dense/evaluate_counted.h"

namespace torusim::dense {

template Kernel<Block<Small<1>, Bits>> counting_kernel<Small<1>, Bits>();
template Kernel<Block<Small<2>, Bits>> counting_kernel<Small<2>, Bits>();
template Kernel<Block<Small<3>, Bits>> counting_kernel<Small<3>, Bits>();
template Kernel<Block<Small<4>, Bits>> counting_kernel<Small<4>, Bits>();
template Kernel<Block<Large<1>, Bits>> counting_kernel<Large<1>, Bits>();
template Kernel<Block<Large<2>, Bits>> counting_kernel<Large<2>, Bits>();
template Kernel<Block<Large<3>, Bits>> counting_kernel<Large<3>, Bits>();
template Kernel<Block<Large<4>, Bits>> counting_kernel<Large<4>, Bits>();

}  // namespace torusim::dense
