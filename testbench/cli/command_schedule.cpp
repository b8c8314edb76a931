#include <fmt/format.h>

#include <iostream>

#include "schedules/text/tcs_writer.h"
#include "testbench/cli/commands.h"
#include "testbench/config/load_schedule.h"
#include "testbench/config/named_files.h"
#include "testbench/process/progress.h"
#include "testbench/process/whole_file.h"

namespace torusim {
int schedule_command(RunConfig config) {
  refuse_program(config.algorithm);
  const auto schedule =
      with_progress(config.quiet, "making the schedule", [&] { return load_schedule(config); });
  AdjustedSchedule adjusted(*schedule, config);
  if (config.output.empty()) {
    write_tcs(adjusted, std::cout);
    return kDone;
  }
  std::int64_t transfers = 0;
  write_whole_file(config.output, schedule_text(config.force),
                   [&](std::ostream& file) { transfers = write_tcs(adjusted, file); });
  const ScheduleInfo& info = adjusted.info();
  fmt::print("{}: {} phase{}, {} transfers{}\n", config.output, info.phases, info.phases == 1 ? "" : "s",
             transfers, note_on_channels(*schedule));
  return kDone;
}

}  // namespace torusim
