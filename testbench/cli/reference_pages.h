#pragma once
/// The option table as documents and as completion scripts.

#include <string>

#include "testbench/config/run_config.h"

namespace torusim {

struct Option;

/// Every option as a table in Markdown: docs/options.md.
std::string options_page();

/// The names of other simulators as a section in Markdown: docs/coming-from.md.
std::string limits_section();

/// torusim(1), for man.
std::string manual_page();

/// The commands that take an option, with `between` between them.
std::string commands_of(const Option& option, const char* between);

/// A completion script: commands, flags, their fixed values, algorithms, files.
std::string completion(Shell shell);

}  // namespace torusim
