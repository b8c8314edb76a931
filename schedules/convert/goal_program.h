#pragma once
/// Reads GOAL, text or binary, as a program, with the meaning that LogGOPSim gives it (docs/programs.md).

#include <string>

#include "schedules/convert/program_file.h"

namespace torusim {

/// Whether it is a regular file that begins as GOAL's binary form does.
bool is_binary_goal(const std::string& path);
/// The form is recognised by the first bytes. Throws InputError `file:line: ..`, for binary files `file: ..`.
ProgramFile read_goal_program(const std::string& path);
ProgramFile read_goal_program_text(std::string text, std::string name);

}  // namespace torusim
