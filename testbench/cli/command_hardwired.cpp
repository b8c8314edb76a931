#include <fmt/format.h>

#include <array>
#include <optional>

#include "models/hardwired/network.h"
#include "schedules/core/error.h"
#include "testbench/cli/commands.h"
#include "testbench/cli/run_summary.h"
#include "testbench/config/load_schedule.h"
#include "testbench/config/recorded_options.h"
#include "testbench/process/interrupt.h"
#include "testbench/process/progress.h"
#include "testbench/report/explained_run.h"
#include "testbench/results/result_directory.h"
#include "testbench/results/run_record.h"
#include "testbench/results/waves_files.h"
#include "traces/fst.h"
#include "traces/wire_trace.h"

namespace torusim {
namespace {

/// Wires have no lanes, no buffers, no arbiters; nodes work in step. Options about those, and whether they
/// are given.
std::array<std::pair<const char*, bool>, 20> meaningless(const RunConfig& config) {
  return {{{"sync", config.sync && *config.sync != Synchronisation::kBarrier},
           {"barrier", config.barrier != 0},
           {"level", config.level != Level::kFast},
           {"alpha", config.alpha.has_value()},
           {"lanes", config.lanes.has_value()},
           {"classes", config.classes.has_value()},
           {"reserve", config.reserve.has_value()},
           {"shared", config.shared != 0},
           {"switching", config.switching != Switching::kWormhole},
           {"arbitration", config.arbitration != Arbitration::kTurns},
           {"rtl", config.rtl != "none"},
           {"lockstep", config.lockstep},
           {"trace-nodes", !config.trace_nodes.empty()},
           {"trace-window", config.trace_window.has_value()},
           {"trace-rtl", config.trace_rtl != "none"},
           {"explain", config.explain},
           {"report", config.report},
           {"no-sleep", config.no_sleep},
           {"verify-sleep", config.verify_sleep},
           {"no-link-statistics", config.no_link_statistics}}};
}

void check_combinations(const RunConfig& config) {
  for (const auto& [name, given] : meaningless(config)) {
    if (given)
      throw UsageError(
          fmt::format("--{} means nothing with --hardwired: its routers are only wires{}", name,
                      name == std::string_view("report") ? "; torusim report DIR makes a page of it" : ""));
  }
}

/// The configuration without what this hardware has not got.
nlohmann::ordered_json configuration(const RunConfig& config) {
  auto json = recorded_options(config, kRun);
  for (const auto& [name, given] : meaningless(config)) json.erase(name);
  return json;
}

/// What is kept of a run: run.json, phases.csv and, if asked for, the waves of all wires. There are no
/// messages to list and no channels that anything waits for.
class KeptRun {
 public:
  explicit KeptRun(const RunConfig& config, const ScheduleInfo& info)
      : config_(config), info_(info), directory_(config.output, config.force) {
    if (config.trace != TraceFormat::kNone) trace_.emplace(info.topology, traced_file(directory_.staging()));
  }

  hardwired::WireObserver* wires() { return trace_ ? &*trace_ : nullptr; }

  /// Writes everything; returns where it lies, for the summary.
  std::string keep(const RunResult& result, const std::vector<Cycle>& predicted) {
    const TransferLog none(info_.topology);
    const RunRecord record{info_, result, none, predicted, config_.seed, configuration(config_)};
    write_run_json(directory_.staging(), record);
    write_phases_csv(directory_.staging(), record);
    std::string where = directory_.path().string();
    if (trace_) {
      const bool fst = config_.trace == TraceFormat::kFst;
      const std::string name = fst ? "waves.fst" : "waves.vcd";
      trace_->finish();
      if (fst) convert_to_fst(traced_file(directory_.staging()), directory_.staging() / name);
      where += fmt::format("\nwaves      gtkwave {}", (directory_.path() / name).string());
    }
    directory_.commit();
    return where;
  }

 private:
  const RunConfig& config_;
  const ScheduleInfo& info_;
  ResultDirectory directory_;
  std::optional<WireTrace> trace_;
};

}  // namespace

int hardwired_command(RunConfig config, Schedule& schedule) {
  check_combinations(config);
  resolve(config, schedule);
  RunOptions options = run_options(config, hardware_of(config, schedule.info().topology));
  std::optional<KeptRun> kept;
  if (!config.output.empty()) kept.emplace(config, schedule.info());
  const InterruptGuard interrupt;  // until the results are written
  RunResult result;
  {
    Progress progress(config.quiet);
    options.progress = [&](std::int64_t delivered, std::int64_t total, Cycle now) {
      progress.report(delivered, total, now);
      return !interrupt.requested();
    };
    result = hardwired::simulate(schedule, options, kept ? kept->wires() : nullptr);
  }
  const auto predicted = hardwired::predicted_steps(*schedule.hardwired(), options);
  const std::string where = kept ? kept->keep(result, predicted) : "";
  fmt::print("{}", run_summary(schedule.info(), config, result, predicted, where));
  return exit_code(result.verdict);
}

}  // namespace torusim
