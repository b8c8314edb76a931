#pragma once
/// Nodes named in a line of text.

#include <cstdint>
#include <string_view>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim {

/// Reads `all`, `none`, a list of nodes by number or coordinates (`3,5,(2,7)`), a condition on coordinates
/// (`x%2==0`, `y<3 && x!=1`; dimensions past the third are d3, d4, ..) or `random:25%`, a share drawn by
/// `seed`. Ascending, each node once. Throws UsageError that shows the nearest form when the text is none of
/// these, or names a node that does not exist.
std::vector<NodeId> select_nodes(const Topology& topology, std::string_view text, std::uint64_t seed);

}  // namespace torusim
