#include <fmt/format.h>

#include <iostream>

#include "schedules/chakra/trace.h"
#include "schedules/core/error.h"
#include "schedules/text/tcs_writer.h"
#include "testbench/cli/commands.h"
#include "testbench/config/adjusted_schedule.h"
#include "testbench/config/load_schedule.h"
#include "testbench/process/progress.h"
#include "testbench/process/whole_file.h"

namespace torusim {
int schedule_command(RunConfig config) {
  const auto schedule =
      with_progress(config.quiet, "making the schedule", [&] { return load_schedule(config); });
  if (schedule->as_program() != nullptr) {
    const bool traces = names_chakra(config.algorithm);
    throw InputError(
        fmt::format("{} is a program without phases{}", config.algorithm,
                    traces ? std::string()
                           : fmt::format("; torusim convert {} t.tcs makes phases of it", config.algorithm)));
  }
  AdjustedSchedule adjusted(*schedule, config);
  if (config.output.empty()) {
    write_tcs(adjusted, std::cout);
    return kDone;
  }
  std::int64_t transfers = 0;
  write_whole_file(config.output, schedule_text(config.force),
                   [&](std::ostream& file) { transfers = write_tcs(adjusted, file); });
  fmt::print("{}: {} phases, {} transfers\n", config.output, adjusted.info().phases, transfers);
  return kDone;
}

}  // namespace torusim
