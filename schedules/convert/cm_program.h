#pragma once
/// Reads connection matrices of htsim (.cm) as programs (docs/programs.md): a connection is a send with a
/// receive of its own.
///
/// A start time is a delay on the rank of the sender. Triggers take no time, as in htsim: a barrier or
/// oneshot is a kJoin, a multishot with several targets a kTurns. Priorities become message classes: class 0
/// is the lowest and so most urgent number of the file.

#include "schedules/convert/program_file.h"

namespace torusim {

/// Throws InputError `file:line: ..`.
ProgramFile read_cm_program(const std::string& path);
ProgramFile read_cm_program_text(std::string text, std::string name);

}  // namespace torusim
