#pragma once
/// Reads GOAL text, the group operation assembly language of LogGOPSim and what grew from it (Hoefler,
/// Siebert, Lumsdaine, "Group Operation Assembly Language", 2009): ranks with sends, receives and
/// calculations, and which of them wait for which.

#include "schedules/convert/outside.h"

namespace torusim {

/// Sends and receives match by (source, tag), first in, first out. A receive from any source (-1) or of
/// any tag takes the first message, by rank and line, that no other receive names. Times of calculations
/// and the numbers of cpus and nics are left out, and said so in the notes. Throws InputError `file:line:
/// ..`.
OutsideSchedule read_goal(const std::string& path, const OutsideOptions& options);
OutsideSchedule read_goal_text(std::string text, std::string name, const OutsideOptions& options);

}  // namespace torusim
