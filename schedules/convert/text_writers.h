#pragma once
/// Writes a schedule as GOAL text, or as a connection matrix (.cm) of htsim.

#include <ostream>

#include "schedules/core/schedule.h"

namespace torusim {

/// Every transfer becomes a send and a receive with the number of its phase as tag; further messages of a
/// pair in a phase have tags of their own. An operation depends on all operations of its rank in the phase
/// before. GOAL has no routes, classes, blocks and names of phases. Keeps the whole schedule in memory, and
/// leaves it rewound. Throws InputError when writing to `out` fails.
void write_goal(Schedule& schedule, int flit_bytes, std::ostream& out);

/// Every transfer becomes a connection, with its class as priority. A barrier trigger starts the connections
/// of a phase when all connections of the phase before have been received. The format has no routes, blocks
/// and names of phases. Keeps the whole schedule in memory, and leaves it rewound. Throws InputError for a
/// message without data, or when writing to `out` fails.
void write_cm(Schedule& schedule, int flit_bytes, std::ostream& out);

}  // namespace torusim
