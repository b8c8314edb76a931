#pragma once
/// All algorithms that perform a collective, with the settings that are worth a comparison.

#include <vector>

#include "schedules/algorithms/comparison.h"
#include "schedules/core/collective.h"

namespace torusim {

/// The candidates for a collective, by the registry: each algorithm whose collective it is or can be.
/// Settings that the algorithm refuses on the topology are among them.
std::vector<Candidate> collective_candidates(Collective::Kind kind, const Topology& topology, int ports);

}  // namespace torusim
