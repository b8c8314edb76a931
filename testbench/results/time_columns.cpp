#include "testbench/results/time_columns.h"

namespace torusim {

void print_time_names(OutputFile& file, const Scale& scale, std::span<const std::string_view> names) {
  if (!scale.timed()) return;
  for (const std::string_view name : names) file.print(",{}_ns", name);
}

void print_times(OutputFile& file, const Scale& scale, std::span<const std::int64_t> cycles) {
  if (!scale.timed()) return;
  for (const std::int64_t cycle : cycles) {
    if (cycle < 0) {
      file.write(",");
    } else {
      file.print(",{}", scale.nanoseconds(static_cast<double>(cycle)));
    }
  }
}

}  // namespace torusim
