#include <fmt/format.h>

#include "schedules/chakra/trace.h"
#include "schedules/core/error.h"
#include "testbench/cli/commands.h"
#include "testbench/config/adjusted_schedule.h"
#include "testbench/config/load_schedule.h"
#include "testbench/config/named_files.h"
#include "testbench/process/progress.h"
#include "testbench/process/standard_streams.h"
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

/// A schedule of another tool, or nothing if it is one of our own.
std::optional<OutsideSchedule> read_from_outside(const RunConfig& config) {
  const auto format = config.convert.from ? config.convert.from : format_of(config.algorithm);
  if (!format || *format == Format::kTcs) return std::nullopt;
  if (!config.set.empty()) {
    throw UsageError(fmt::format("--set {}: a schedule file has no options", config.set.begin()->first));
  }
  OutsideOptions options = config.convert.outside;
  if (!config.topology.empty()) options.topology = Topology::parse(config.topology);
  options.block = config.block;
  if (config.flit_bytes > 0) options.flit_bytes = config.flit_bytes;
  return read_outside(config.algorithm, *format, options);
}

/// A schedule of our own has its steps and ports already.
void refuse_outside_options(const OutsideOptions& config) {
  if (config.ports || config.classes || config.steps != Steps::kAuto || config.collective != Reading::kAuto ||
      config.routes != Routes::kDor) {
    throw UsageError(
        "--ports, --class-from, --steps, --collective and --routes apply to files of other tools");
  }
}

}  // namespace

int convert_command(RunConfig config) {
  const Format to = format_to_write(config.convert);
  auto outside = read_from_outside(config);
  if (!outside) refuse_outside_options(config.convert.outside);
  const auto own =
      outside ? nullptr
              : with_progress(config.quiet, "making the schedule", [&] { return load_schedule(config); });
  if (own && (names_chakra(config.algorithm) || names_mscclpp(config.algorithm))) {
    throw InputError(
        fmt::format("{} is a program without phases, which are all that convert writes", config.algorithm));
  }
  AdjustedSchedule schedule(outside ? static_cast<Schedule&>(outside->schedule) : *own, config);
  if (outside) {
    for (const std::string& note : outside->notes)
      tell(fmt::format("torusim: {}: {}\n", config.algorithm, note));
  }
  const int flit_bytes = config.flit_bytes > 0 ? config.flit_bytes : OutsideOptions().flit_bytes;
  write_whole_file(config.convert.into, schedule_text(config.force),
                   [&](std::ostream& file) { write_outside(schedule, to, flit_bytes, file); });
  fmt::print("{}: {} phases on {}\n", config.convert.into, schedule.info().phases,
             schedule.info().topology.name());
  return kDone;
}

}  // namespace torusim
