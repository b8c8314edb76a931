#pragma once
/// The algorithm `broadcast` and its options as a user writes them.

#include "schedules/algorithms/algorithm.h"

namespace torusim {

std::vector<Algorithm> broadcast_algorithms();

}  // namespace torusim
