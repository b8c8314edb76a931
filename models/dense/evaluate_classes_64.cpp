#include "models/dense/kernel.h"

namespace torusim::dense {

template Kernel<Block<LargeOfClasses<1>, Bits>> kernel<LargeOfClasses<1>, Bits>();
template Kernel<Block<LargeOfClasses<2>, Bits>> kernel<LargeOfClasses<2>, Bits>();
template Kernel<Block<LargeOfClasses<3>, Bits>> kernel<LargeOfClasses<3>, Bits>();
template Kernel<Block<LargeOfClasses<4>, Bits>> kernel<LargeOfClasses<4>, Bits>();

}  // namespace torusim::dense
