#pragma once
/// Converts the user's configuration of a run to its options.

#include <optional>
#include <string>
#include <vector>

#include "testbench/config/run_config.h"

namespace torusim {

/// Threads for each of the worker processes; auto: the machine's, shared by them.
int threads_of(const RunConfig& config);
/// As many of them as are of use to a network at that level (empty: not chosen yet) in which such routers are
/// placed.
int useful_threads(const RunConfig& config, std::optional<Level> level, const Topology& topology,
                   const ForeignPlacement& foreign);
/// Why fewer work on it, or on some of it, than are asked for by number, as a sentence; empty: they do.
std::string objection_to_threads(const RunConfig& config, std::optional<Level> level,
                                 const Topology& topology, const ForeignPlacement& foreign);
/// The options of a run of a resolved configuration, hardwired or not. Throws UsageError and InputError for
/// routers that cannot be placed.
RunOptions run_options(const RunConfig& config, const Hardware& hardware);

/// The nodes that the value of an option names. Throws UsageError that begins with the option.
std::vector<NodeId> chosen_nodes(const char* option, const std::string& value, const Topology& topology,
                                 std::uint64_t seed);

}  // namespace torusim
