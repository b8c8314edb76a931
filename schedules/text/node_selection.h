#pragma once
/// Reads the nodes that a user names in a line of text. docs/schedule-format.md, "Sets of nodes", is the
/// reference.

#include <cstdint>
#include <string_view>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim {

/// Reads `all`, `none`, a list `3,5..7,(0..3,*)` with commas or blanks between its items, a condition on
/// coordinates (`x%2==0`, `y<3 && x!=1`; dimensions past the third are d3, d4, ..) or `random:25%`, a share
/// drawn by `seed`. The result is ascending and has each node once; an empty text names no nodes. Throws
/// UsageError with the column and the accepted forms for any other text, or for a node that does not exist.
std::vector<NodeId> select_nodes(const Topology& topology, std::string_view text, std::uint64_t seed);

}  // namespace torusim
