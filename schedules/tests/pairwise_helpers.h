#pragma once
/// What the tests of the pairwise algorithms share.

#include "schedules/tests/made.h"

namespace torusim::test {

inline const AlgorithmOptions kPos{{"tie", "pos"}}, kParity{{"tie", "parity"}};

}  // namespace torusim::test
