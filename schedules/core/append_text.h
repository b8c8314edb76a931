#pragma once
/// Formatted text at the end of a buffer, compiled in one place: fmt puts 80 kB of code into every file that
/// formats into a buffer itself.

#include <fmt/format.h>

namespace torusim {

void append_text(fmt::memory_buffer& out, fmt::string_view format, fmt::format_args arguments);

}  // namespace torusim
