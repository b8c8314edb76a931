#pragma once
/// Nodes that a user names: `0..2,16,(3,5)`.

#include <string>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim {

/// Items with commas or blanks between them, each a number, a range of numbers `a..b`, or coordinates whose
/// entries may be ranges or `*`: `(0..3,*)`. Each node once, in the order of their numbers; an empty text
/// names none. Throws UsageError with `what` (the option) and the column.
std::vector<NodeId> parse_node_list(const std::string& what, const std::string& text,
                                    const Topology& topology);

}  // namespace torusim
