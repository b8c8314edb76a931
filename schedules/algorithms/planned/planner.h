#pragma once
/// Which plan a collective gets: with all links or without the slow ones, in how many phases and pieces.

#include <memory>

#include "schedules/algorithms/algorithm.h"

namespace torusim::planned {

inline constexpr const char* kPlanned = "planned";  ///< the name of the algorithm

/// The schedule that the options of `planned` ask for. Throws UsageError for an option with its valid
/// values, InputError for a network that is too large or in parts.
std::unique_ptr<AlgorithmSchedule> plan(const Topology& topology, const AlgorithmOptions& options);

}  // namespace torusim::planned
