#include "models/dense/kernel.h"

namespace torusim::dense {

template Kernel<Block<Small<1>, Bits>> kernel<Small<1>, Bits>();
template Kernel<Block<Small<2>, Bits>> kernel<Small<2>, Bits>();
template Kernel<Block<Small<3>, Bits>> kernel<Small<3>, Bits>();
template Kernel<Block<Small<4>, Bits>> kernel<Small<4>, Bits>();
template Kernel<Block<Large<1>, Bits>> kernel<Large<1>, Bits>();
template Kernel<Block<Large<2>, Bits>> kernel<Large<2>, Bits>();
template Kernel<Block<Large<3>, Bits>> kernel<Large<3>, Bits>();
template Kernel<Block<Large<4>, Bits>> kernel<Large<4>, Bits>();

}  // namespace torusim::dense
