#pragma once
/// gathered, dp-2d, dp-3d, t-2d1, t-2d2, t-3d1 and t-3d2.

#include "schedules/algorithms/algorithm.h"

namespace torusim {

std::vector<Algorithm> gather_algorithms();

}  // namespace torusim
