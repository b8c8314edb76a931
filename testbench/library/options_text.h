#pragma once
/// Options in one text, spelled as on the command line.

#include <functional>
#include <string>

#include "testbench/config/option.h"

namespace torusim {

/// Sets every option of `text`, its word without a flag as the algorithm or the pattern, and converts units.
/// `allowed` selects the options of the API function, whose name in messages is `door`; `command` takes them.
/// Throws UsageError.
void read_options(const std::string& text, const std::string& door,
                  const std::function<bool(const Option&)>& allowed, RunConfig& config,
                  Command command = kRun);

/// Whether a command in the library takes the option: one that affects results or how they are found. Output
/// options are refused, because memory has the results.
bool is_of_library(const Option& option, Command command);
/// Whether torusim_run() takes the option.
bool is_of_runs(const Option& option);
/// Whether torusim_create() takes the option: one of the network, not of the messages.
bool is_of_networks(const Option& option);

}  // namespace torusim
