#pragma once
/// Reads GOAL, text or binary, as a program, with the meaning that LogGOPSim gives it (docs/programs.md).

#include <string>

#include "schedules/convert/program_file.h"

namespace torusim {

/// Whether the path is a regular file with the first bytes of GOAL's binary form.
bool is_binary_goal(const std::string& path);
/// Recognises the form by the first bytes. Throws InputError `file:line: ..`, for binary files `file: ..`.
ProgramFile read_goal_program(const std::string& path);
ProgramFile read_goal_program_text(std::string text, std::string name);

}  // namespace torusim
