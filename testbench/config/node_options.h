#pragma once
/// Options that name nodes: sets of nodes, slow nodes (--slow-node), and the start of each node
/// (--start-skew).

#include <string>
#include <vector>

#include "models/contract/hardware.h"

namespace torusim {

struct RunConfig;

/// The nodes that the value of an option names. Throws a UsageError that begins with the option.
std::vector<NodeId> chosen_nodes(const char* option, const std::string& value, const Topology& topology,
                                 std::uint64_t seed);

/// Checks `none`, or nodes and the cycles that their sends take beyond --startup, such as `(3,4)=200` and
/// `x==0=50;(1,*)=20`. Returns the text unchanged. Throws UsageError `must be ..`.
std::string parse_slow_nodes(const std::string& text);
inline constexpr const char* kSlowNodes = "none, or NODES=CYCLES such as (3,4)=200; ; joins groups";

/// RunOptions::slower, by node. Throws UsageError for a node that does not exist or is given twice.
std::vector<Cycle> slower_nodes(const RunConfig& config, const Topology& topology);
/// RunOptions::skew, by node: a uniform random number of 0 .. --start-skew for each, from the seed.
std::vector<Cycle> start_skew(const RunConfig& config, const Topology& topology);

}  // namespace torusim
