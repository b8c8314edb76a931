#pragma once
/// Nodes that options name: any, those that are slower than others, and when each begins.

#include <string>
#include <vector>

#include "models/contract/hardware.h"

namespace torusim {

struct RunConfig;

/// The nodes that the value of an option names. Throws UsageError that begins with the option.
std::vector<NodeId> chosen_nodes(const char* option, const std::string& value, const Topology& topology,
                                 std::uint64_t seed);

/// `none`, or nodes and the cycles that each of their sends takes beyond --startup, such as `(3,4)=200` and
/// `x==0=50;(1,*)=20`. Kept as it was given. Throws UsageError `must be ..`.
std::string parse_slow_nodes(const std::string& text);
inline constexpr const char* kSlowNodes = "none, or NODES=CYCLES such as (3,4)=200; ; joins groups";

/// By node, as RunOptions::slower. Throws UsageError for a node that does not exist or is given twice.
std::vector<Cycle> slower_nodes(const RunConfig& config, const Topology& topology);
/// By node, as RunOptions::skew, drawn by the seed: each of 0 .. --start-skew is as likely.
std::vector<Cycle> start_skew(const RunConfig& config, const Topology& topology);

}  // namespace torusim
