#pragma once
/// Writes a schedule as a connection matrix (.cm) of htsim.

#include <ostream>

#include "schedules/core/schedule.h"

namespace torusim {

/// Every transfer becomes a connection, its class the priority; those of a phase start when all of the phase
/// before have been received, by a barrier trigger. The format has no routes, blocks and names of phases.
/// Keeps the whole schedule in memory, and leaves it rewound. Throws InputError for a message without data,
/// or when `out` takes no more.
void write_cm(Schedule& schedule, int flit_bytes, std::ostream& out);

}  // namespace torusim
