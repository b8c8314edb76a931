#pragma once
/// The algorithm `broadcast` and its options as a user writes them.

#include "schedules/algorithms/algorithm.h"

namespace torusim {

std::vector<Algorithm> broadcast_algorithms();

/// The node that an option of `algorithm` names, 5 or (3,5). Throws UsageError.
NodeId read_root(const std::string& algorithm, const std::string& text, const Topology& topology);

}  // namespace torusim
