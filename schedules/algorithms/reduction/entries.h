#pragma once
/// The algorithms for reductions as the registry lists them.

#include <vector>

#include "schedules/algorithms/algorithm.h"

namespace torusim {

std::vector<Algorithm> reduction_algorithms();

/// A gossip or broadcast gets an option `collective`: itself, the reduction that it is run backwards, or an
/// all-reduce, which is both. Other algorithms stay as they are.
Algorithm with_reductions(Algorithm algorithm);

}  // namespace torusim
