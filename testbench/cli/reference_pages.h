#pragma once
/// The option table as documents and as a completion script.

#include <string>

namespace torusim {

/// Every option as a table in Markdown: docs/options.md.
std::string options_page();

/// The names of other simulators as a table in Markdown: docs/limits.md.
std::string limits_page();

/// torusim(1), for man.
std::string manual_page();

/// A completion script for bash: commands, flags, their fixed values, algorithms, files.
std::string bash_completion();

}  // namespace torusim
