#pragma once
/// Writes a schedule as GOAL text.

#include <ostream>

#include "schedules/core/schedule.h"

namespace torusim {

/// Every transfer becomes a send and a receive with the number of its phase as tag; an operation requires all
/// operations of its rank in the phase before. Routes, classes, blocks and names stand in comments that
/// read_goal() understands. Keeps the whole schedule in memory, and leaves it rewound. Throws InputError for
/// names that no line holds, or when `out` takes no more.
void write_goal(Schedule& schedule, int flit_bytes, std::ostream& out);

}  // namespace torusim
