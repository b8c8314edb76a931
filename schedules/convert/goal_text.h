#pragma once
/// Reads GOAL text, the group operation assembly language of LogGOPSim and its successors (Hoefler, Siebert,
/// Lumsdaine, "Group Operation Assembly Language", 2009).

#include "schedules/convert/program_file.h"
#include "schedules/text/line_source.h"

namespace torusim {

/// Throws InputError `file:line:column: ..`.
ProgramFile read_goal_text(text::LineSource source);

}  // namespace torusim
