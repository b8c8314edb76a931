#pragma once
/// Writes any schedule as schedule text (.tcs), one transfer a line; docs/schedule-format.md.

#include <ostream>

#include "schedules/core/schedule.h"

namespace torusim {

/// Streams the schedule from its first phase, and leaves it rewound. read_tcs() makes the same schedule of
/// the text, and this schedule gives the same text again. Returns the number of transfers.
///
/// Throws InputError when writing to `out` fails, or when a line of the format cannot hold a name or
/// generator: a line end, a # after a blank, blanks at its ends.
std::int64_t write_tcs(Schedule& schedule, std::ostream& out);

/// `b=` fields of a block set, blank between them: `b=(0,0):(4..7,*)`; `b=none` for an empty set.
std::string to_text(const Topology& topology, const BlockSet& blocks, const Collective& collective = {});

}  // namespace torusim
