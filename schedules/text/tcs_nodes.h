#pragma once
/// Reads nodes and sets of blocks in a .tcs file. docs/schedule-format.md is the reference. Every function
/// reads at the cursor and throws InputError `file:line:column: ..`.

#include "schedules/core/schedule.h"
#include "schedules/text/cursor.h"
#include "schedules/text/expression.h"

namespace torusim::text {

/// Reads a node: its number, or its coordinates `(x,y,..)`. A plain number must be a valid one; the result of
/// arithmetic is taken modulo the side of a dimension that wraps.
NodeId parse_node(Cursor& cursor, const Topology& topology, const Variables& variables);

/// Reads a set of nodes: a node, `*`, or a tuple whose entries are numbers, `a..b`, `a..b/step` or `*`. Sets
/// choices[d], for each of the k dimensions, to the disjoint ranges of coordinates.
void parse_node_set(Cursor& cursor, const Topology& topology, const Variables& variables,
                    std::vector<Range>* choices);

/// Reads `sources:destinations`, two sets of nodes, and adds the box to `blocks`. In a gossip or broadcast
/// the text is `sources:pieces`, or `sources` for all their pieces. Refuses blocks that the set already
/// holds.
void parse_box(Cursor& cursor, const ScheduleInfo& info, const Variables& variables, BlockSet& blocks);

}  // namespace torusim::text
