#pragma once
/// What the tests of the pairwise algorithms share.

#include "testbench/tests/schedules/made.h"

namespace torusim::test {

inline const AlgorithmOptions kPos{{"tie", "pos"}}, kParity{{"tie", "parity"}};

}  // namespace torusim::test
