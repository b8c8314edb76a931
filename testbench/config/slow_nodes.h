#pragma once
/// Nodes that are slower than others, or begin later.

#include <string>
#include <vector>

#include "models/contract/hardware.h"

namespace torusim {

struct RunConfig;

/// `none`, or nodes and the cycles that each of their sends takes beyond --startup, such as `(3,4)=200` and
/// `x==0=50;(1,*)=20`. Kept as it was given. Throws UsageError `must be ..`.
std::string parse_slow_nodes(const std::string& text);
inline constexpr const char* kSlowNodes = "none, or NODES=CYCLES such as (3,4)=200; ; joins groups";

/// By node, as RunOptions::slower. Throws UsageError for a node that does not exist or is given twice.
std::vector<Cycle> slower_nodes(const RunConfig& config, const Topology& topology);
/// By node, as RunOptions::skew, drawn by the seed: each of 0 .. --start-skew is as likely.
std::vector<Cycle> start_skew(const RunConfig& config, const Topology& topology);

}  // namespace torusim
