#pragma once
/// The algorithms by name.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "schedules/algorithms/algorithm.h"

namespace torusim {

/// All algorithms, in the order of lists.
const std::vector<AlgorithmInfo>& algorithms();
/// Throws UsageError for an unknown name. If the name is that of a collective (alltoall, allgather, ..), the
/// error lists its algorithms, else it has the nearest name.
const AlgorithmInfo& find_algorithm(const std::string& name);

/// All options of an algorithm: those given, and the defaults of the others. Throws UsageError for an unknown
/// option or value, with the nearest one.
AlgorithmOptions with_defaults(const AlgorithmInfo& info, const AlgorithmOptions& given);

/// The collective that MPI and the literature mean by a word: `alltoall`, `all-gather`, `bcast`, .., in small
/// or capital letters, with or without - and _ between.
std::optional<Collective::Kind> collective_of_word(std::string_view word);

/// Throws UsageError for an unknown name, option or value, with the nearest one. Throws InputError for a
/// shape on which the algorithm does not run, with the nearest shape and an algorithm that does.
std::unique_ptr<Schedule> make_schedule(const std::string& name, const Topology& topology,
                                        const AlgorithmOptions& options = {});

}  // namespace torusim
