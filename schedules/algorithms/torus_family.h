#pragma once
/// The named members of the family of torus_exchange.h: which shapes they take and what else to use for
/// others.

#include "schedules/algorithms/algorithm.h"

namespace torusim {

/// ring-gs, t1, t4, c1 and c64.
std::vector<Algorithm> torus_algorithms();

}  // namespace torusim
