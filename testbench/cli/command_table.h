#pragma once
/// The commands of the program: one row each.

#include <nlohmann/json.hpp>
#include <span>

#include "testbench/config/option.h"
#include "testbench/config/run_config.h"

namespace torusim {

struct CommandRow {
  const char* name;
  Command bit;  ///< bit of the command in Option::commands
  const char* what;
  /// Prints to standard output, or fills `answer`, and returns the exit code; UsageError and InputError pass
  /// through. Only the commands with --json fill it.
  int (*run)(RunConfig config, nlohmann::ordered_json* answer);
  int most_directories = 0;  ///< most result directories that it reads, at least one; 0: none
};

/// All commands, in the order of the help.
std::span<const CommandRow> command_table();

/// Examples and exit codes, for the ends of help texts and the manual page.
extern const char* const kExamples;
extern const char* const kExitCodes;

}  // namespace torusim
