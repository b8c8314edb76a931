#pragma once
/// The algorithms by name.

#include <memory>
#include <string>
#include <vector>

#include "schedules/algorithms/algorithm.h"

namespace torusim {

/// All algorithms, in the order in which they are listed.
const std::vector<AlgorithmInfo>& algorithms();
/// Throws UsageError if there is none of this name: with all of a collective if it is one that is named
/// (alltoall, allgather, ..), else with the nearest one.
const AlgorithmInfo& find_algorithm(const std::string& name);

/// Throws UsageError for an unknown name, option or value (with the nearest one), InputError for a shape on
/// which the algorithm does not run (with the nearest shape and an algorithm that does).
std::unique_ptr<Schedule> make_schedule(const std::string& name, const Topology& topology,
                                        const AlgorithmOptions& options = {});

}  // namespace torusim
