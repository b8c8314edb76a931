#pragma once
/// Configuration files: TOML whose keys are names of options.

#include <string>

#include "testbench/config/option.h"

namespace torusim {

/// Sets every option that the file has as a key. Throws InputError `file:line: ..` for invalid TOML, an
/// invalid value, or a key that is no option of the command (with the nearest one).
void read_config(const std::string& path, RunConfig& config, Command command = kRun);
void read_config_text(const std::string& text, const std::string& name, RunConfig& config,
                      Command command = kRun);

/// The text of a file that read_config() turns into the same configuration. It has every option of the
/// command with its meaning; `name` is the command's name.
std::string config_text(const RunConfig& config, Command command = kRun, const char* name = "run");

}  // namespace torusim
