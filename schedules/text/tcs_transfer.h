#pragma once
/// Reads transfers, signals and their routes in a .tcs file. docs/schedule-format.md is the reference. Every
/// function reads at the cursor and throws InputError `file:line:column: ..`.

#include "schedules/core/schedule.h"
#include "schedules/text/cursor.h"
#include "schedules/text/expression.h"

namespace torusim::text {

/// Reads a route, `+x4-y1` or `dor`, between two nodes. Refuses a route that ends at another node or leaves
/// the mesh.
Route parse_route(Cursor& cursor, const Topology& topology, const Variables& variables, NodeId from,
                  NodeId to);

/// Reads a transfer: `src > dst b=.. [r=..] [c=..]`, in a schedule of messages `n=` instead of `b=`.
void parse_transfer(Cursor& cursor, const ScheduleInfo& info, const Variables& variables, Transfer& transfer);

/// Reads a signal behind its keyword: `from > to after=N sent|received|finished [r=..]`. `gates` is the index
/// of the signal's phase.
Signal parse_signal(Cursor& cursor, const Topology& topology, const Variables& variables, int gates);

}  // namespace torusim::text
