#include <fmt/format.h>

#include "schedules/convert/export.h"
#include "schedules/core/error.h"
#include "testbench/cli/commands.h"
#include "testbench/config/load_schedule.h"
#include "testbench/config/named_files.h"
#include "testbench/process/progress.h"
#include "testbench/process/whole_file.h"

namespace torusim {
namespace {

Format format_to_write(const ConvertConfig& config) {
  if (config.into.empty()) throw UsageError("name the file to write, for example t4.goal");
  if (config.to) return *config.to;
  if (const auto format = format_of(config.into)) return *format;
  throw UsageError(
      fmt::format("{}: unknown extension; name it .tcs, .goal, .cm or .xml, or set --to", config.into));
}

}  // namespace

int convert_command(RunConfig config) {
  const Format to = format_to_write(config.convert);
  refuse_program(config.algorithm);
  const auto made = with_progress(config.quiet, "making the schedule", [&] { return load_schedule(config); });
  AdjustedSchedule schedule(*made, config);
  const Replaceable existing =
      to == Format::kTcs ? schedule_text(config.force) : Replaceable{config.force, kExportMark, "a schedule"};
  write_whole_file(config.convert.into, existing,
                   [&](std::ostream& file) { write_as(schedule, to, config.bytes_of_flit(), file); });
  const ScheduleInfo& info = schedule.info();
  fmt::print("{}: {} phase{} on {}{}\n", config.convert.into, info.phases, info.phases == 1 ? "" : "s",
             info.topology.name(), to == Format::kTcs ? note_on_channels(*made) : "");
  return kDone;
}

}  // namespace torusim
