#include "models/dense/kernel.h"

namespace torusim::dense {

template Kernel<Block<LargeOfClasses<1>, Bits256>> kernel<LargeOfClasses<1>, Bits256>();
template Kernel<Block<LargeOfClasses<2>, Bits256>> kernel<LargeOfClasses<2>, Bits256>();
template Kernel<Block<LargeOfClasses<3>, Bits256>> kernel<LargeOfClasses<3>, Bits256>();
template Kernel<Block<LargeOfClasses<4>, Bits256>> kernel<LargeOfClasses<4>, Bits256>();

}  // namespace torusim::dense
