#include <fmt/format.h>

#include <optional>

#include "models/hardwired/network.h"
#include "schedules/core/error.h"
#include "testbench/cli/commands.h"
#include "testbench/cli/one_run.h"
#include "testbench/cli/run_summary.h"
#include "testbench/config/run_setup.h"
#include "testbench/results/waves_files.h"
#include "traces/fst.h"
#include "traces/wire_trace.h"

namespace torusim {
namespace {

/// Result files of a run: run.json, phases.csv and, on request, the waves of all wires. There are no messages
/// to list, and no channel has waiting worms.
class KeptWires {
 public:
  explicit KeptWires(const RunConfig& config, const ScheduleInfo& info)
      : config_(config), info_(info), directory_(config.output, config.force) {
    if (config.trace == TraceFormat::kNone) return;
    trace_.emplace(info.topology, traced_file(directory_.staging()), Timescale(config.clock));
  }

  hardwired::WireObserver* wires() { return trace_ ? &*trace_ : nullptr; }

  /// Writes all files; returns their directory, for the summary.
  std::string keep(const RunResult& result, const std::vector<Cycle>& predicted) {
    const RunRecord record = record_of(config_, kHardwired, info_, result, predicted);
    return keep_results(directory_, record, [&] { return trace_ ? waves() : ""; });
  }

 private:
  std::string waves() {
    const bool fst = config_.trace == TraceFormat::kFst;
    const std::string name = fst ? "waves.fst" : "waves.vcd";
    trace_->finish();
    if (fst) convert_to_fst(traced_file(directory_.staging()), directory_.staging() / name);
    return fmt::format("\nwaves      gtkwave {}", (directory_.path() / name).string());
  }

  const RunConfig& config_;
  const ScheduleInfo& info_;
  ResultDirectory directory_;
  std::optional<WireTrace> trace_;
};

}  // namespace

int hardwired_command(RunConfig config, std::unique_ptr<Schedule> schedule) {
  PreparedRun run = prepare_run(std::move(config), std::move(schedule));
  const ScheduleInfo& info = run.schedule->info();
  print_fewer_threads(run.config, run.config.level, info.topology, run.options);
  const InterruptGuard interrupt;  // before there is anything to leave behind
  std::optional<KeptWires> kept;
  if (!run.config.output.empty()) kept.emplace(run.config, info);
  const RunResult result = run_watched(run.config.quiet, info, interrupt, run.options, [&] {
    return hardwired::simulate(*run.schedule, run.options, kept ? kept->wires() : nullptr);
  });
  const auto predicted = hardwired::predicted_steps(*run.schedule->hardwired(), run.options);
  const std::string where = kept ? kept->keep(result, predicted) : "";
  fmt::print("{}", run_summary(info, run.config, result, predicted, where));
  return exit_code(result.verdict);
}

}  // namespace torusim
