// waves: the relevant part of a run's waves.
#include <fmt/format.h>

#include <filesystem>

#include "schedules/core/error.h"
#include "testbench/cli/commands.h"
#include "testbench/process/interrupt.h"
#include "testbench/report/explained_run.h"
#include "testbench/report/waves_window.h"
#include "testbench/results/result_directory.h"
#include "testbench/results/waves_files.h"
#include "traces/fst.h"

namespace torusim {

namespace fs = std::filesystem;

int waves_command(RunConfig config) {
  const std::string& directory = config.directories.front();
  if (config.around.empty()) {
    throw UsageError("--around is missing: worm:NUMBER, cycle:CYCLE or stall");
  }
  const bool fst = config.trace == TraceFormat::kFst;
  if (fst) require_vcd2fst();
  const fs::path from = fs::path(directory).lexically_normal();
  const std::string standard = (from.has_filename() ? from : from.parent_path()).string() + "-waves";
  const InterruptGuard interrupt;  // before there is anything to leave behind
  ResultDirectory result(config.output.empty() ? standard : config.output, config.force);
  Replay replay(directory, config.load_libraries);
  if (replay.config().hardwired) {
    throw InputError(
        fmt::format("{}: hardwired routers have no channels with worms to draw; run it with --trace vcd, "
                    "which shows every wire",
                    directory));
  }
  const WavesWindow window = window_around(replay, config.around);

  TraceOptions options;
  options.path = traced_file(result.staging()).string();
  options.title = replay.schedule().name;
  options.timescale = Timescale(replay.config().clock);
  options.nodes = window.nodes;
  options.first = window.first;
  options.last = window.last;
  options.heard_from = window.heard_from;
  FlitTrace trace(replay.hardware(), options);
  replay.run_unwatched({&trace}, window.last);
  const std::string open =
      keep_waves(trace, last_of_waves(replay.result()), fst, result.staging(), result.path());
  std::error_code error;
  fs::copy_file(fs::path(directory) / "run.json", result.staging() / "run.json", error);
  if (error) {
    throw InputError(fmt::format("{}: cannot copy run.json: {}", result.path().string(), error.message()));
  }
  if (interrupt.requested()) throw InterruptedError();
  result.commit();
  fmt::print("{}\n{}\n", window.about, open);
  return kDone;
}

}  // namespace torusim
