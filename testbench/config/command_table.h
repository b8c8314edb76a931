#pragma once
/// The commands of the program, for its help, its manual page and the shell.

#include <span>

#include "testbench/config/run_config.h"

namespace torusim {

struct CommandText {
  const char* name;
  Command bit;  ///< of the options that it takes; none for list
  const char* what;
};

std::span<const CommandText> command_table();

/// What to type, for the ends of help texts and the manual page.
extern const char* const kExamples;
extern const char* const kExitCodes;

}  // namespace torusim
