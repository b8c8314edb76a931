#pragma once
/// Writes a schedule as GOAL text.

#include <ostream>

#include "schedules/core/schedule.h"

namespace torusim {

/// Every transfer becomes a send and a receive with the number of its phase as tag; an operation depends on
/// all operations of its rank in the phase before. GOAL has no routes, classes, blocks and names of phases.
/// Keeps the whole schedule in memory, and leaves it rewound. Throws InputError when writing to `out` fails.
void write_goal(Schedule& schedule, int flit_bytes, std::ostream& out);

}  // namespace torusim
