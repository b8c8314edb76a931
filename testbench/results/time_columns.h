#pragma once
/// Further columns of a table that give its cycles in ns, with --clock.

#include <span>
#include <string_view>

#include "testbench/config/units.h"
#include "testbench/results/output_file.h"

namespace torusim {

/// `,begin_ns,end_ns` behind the other names.
void print_time_names(OutputFile& file, const Scale& scale, std::span<const std::string_view> names);
/// `,3.2,4.8`; nothing between the commas where it has not come to that (-1).
void print_times(OutputFile& file, const Scale& scale, std::span<const std::int64_t> cycles);

}  // namespace torusim
