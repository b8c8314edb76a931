#pragma once
/// Additional columns of a table that give its cycles in ns, with --clock.

#include <span>
#include <string_view>

#include "testbench/config/units.h"
#include "testbench/results/output_file.h"

namespace torusim {

/// Appends `,begin_ns,end_ns` to the names of the columns.
void print_time_names(OutputFile& file, const Scale& scale, std::span<const std::string_view> names);
/// Appends `,3.2,4.8`; a field is empty for -1, an event that did not happen.
void print_times(OutputFile& file, const Scale& scale, std::span<const std::int64_t> cycles);

}  // namespace torusim
