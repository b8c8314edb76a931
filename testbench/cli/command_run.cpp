#include <fmt/format.h>

#include "models/foreign/place.h"
#include "models/run/simulation.h"
#include "schedules/core/data_order.h"
#include "schedules/core/error.h"
#include "testbench/cli/commands.h"
#include "testbench/cli/one_run.h"
#include "testbench/cli/run_outcome.h"
#include "testbench/config/collective_comparison.h"
#include "testbench/config/node_options.h"
#include "testbench/config/run_setup.h"
#include "testbench/config/watchers.h"
#include "testbench/process/progress.h"
#include "testbench/report/explained_run.h"
#include "testbench/report/explanation.h"
#include "testbench/results/network_tables.h"
#include "testbench/results/rtl_image.h"
#include "testbench/results/summary_tables.h"
#include "testbench/results/waves_files.h"
#include "traces/fst.h"

namespace torusim {
namespace {

TraceOptions trace_options(const RunConfig& config, const ScheduleInfo& info,
                           const ResultDirectory& directory) {
  TraceOptions options;
  options.path = traced_file(directory.staging()).string();
  options.title = info.name;
  options.timescale = Timescale(config.clock, config.trace_rtl != "none");
  options.nodes = chosen_nodes("--trace-nodes", config.trace_nodes, info.topology, config.seed);
  if (options.nodes.empty() && !config.trace_nodes.empty()) {
    throw UsageError(fmt::format("--trace-nodes {}: names no node", config.trace_nodes));
  }
  if (config.trace_window) std::tie(options.first, options.last) = *config.trace_window;
  return options;
}

/// The result files of a run, and the observers that they need beside the watchers.
class KeptRun {
 public:
  KeptRun(const PreparedRun& run, ResultDirectory& directory, Watchers& watchers)
      : run_(run), directory_(directory), watchers_(watchers) {
    const Topology& topology = run.hardware.topology;
    if (summarised(run.config, topology)) {
      summary_.emplace(topology);
    } else {
      log_.emplace(topology, directory.staging());
    }
    if (run.config.trace != TraceFormat::kNone) {
      trace_.emplace(run.hardware, trace_options(run.config, run.schedule->info(), directory));
    }
  }

  void observe(RunOptions& options) {
    if (log_) options.observers.push_back(&*log_);
    if (summary_) options.observers.push_back(&*summary_);
    if (trace_) options.observers.push_back(&*trace_);
    options.rtl_traces = (directory_.staging() / "rtl").string();
    for (const NodeId node : options.traced_nodes) {
      rtl_waves_.push_back(
          {rtl::trace_path(run_.hardware, options, node), "rtl_" + router_scope(run_.hardware, node)});
    }
  }

  /// Writes all files; returns their directory, for the summary.
  std::string keep(const RunOutcome& outcome) {
    const RunConfig& config = run_.config;
    RunRecord record = record_of(config, kRun, run_.schedule->info(), outcome.result, outcome.predicted);
    record.bounds = outcome.bounds;
    if (!outcome.jobs.empty()) record.jobs = json_of(outcome.jobs);
    if (!outcome.ranks.empty()) record.ranks = json_of(outcome.ranks, record.scale);
    record.log = log_ ? &*log_ : nullptr;
    record.monitored = watchers_.monitored();
    record.summarised = summary_.has_value();
    return keep_results(directory_, record, [&] {
      write_tables(record);
      if (!outcome.jobs.empty()) write_jobs_csv(directory_.staging(), outcome.jobs, record.scale);
      if (!outcome.ranks.empty() && !summary_) {
        write_ranks_csv(directory_.staging(), outcome.ranks, *run_.schedule->as_program(), record.scale);
      }
      write_timeline(directory_.staging(), record);
      std::string more;
      if (config.rtl_image) write_rtl_image(directory_.staging(), *run_.schedule, run_.options);
      if (watchers_.history() != nullptr) more += explain(outcome, record.jobs);
      if (trace_) {
        more += "\nwaves      " + keep_waves(*trace_, last_of_waves(outcome.result),
                                             config.trace == TraceFormat::kFst, directory_.staging(),
                                             directory_.path(), rtl_waves_);
      }
      return more;
    });
  }

 private:
  std::string explain(const RunOutcome& outcome, const nlohmann::ordered_json& jobs) {
    Explanation explanation = explain_run(run_.config, *run_.schedule, outcome.result, outcome.predicted,
                                          *watchers_.history(), watchers_.statistics());
    explanation.jobs = jobs;
    explanation.ranks = outcome.ranks;
    if (run_.config.explain) write_explanation(directory_.staging(), explanation);
    return run_.config.report ? keep_page(directory_, explanation) : "";
  }

  void write_tables(const RunRecord& record) const {
    const auto& place = directory_.staging();
    const auto write_network = summary_ ? write_network_summary : write_network_tables;
    if (summary_) {
      write_transfer_summary(place, *summary_);
    } else {
      write_transfers_csv(place, record);
    }
    if (run_.config.no_link_statistics) return;
    write_network(place, run_.hardware, watchers_.statistics(), record.result.cycles);
  }

  const PreparedRun& run_;
  ResultDirectory& directory_;
  Watchers& watchers_;
  std::optional<TransferLog> log_;
  std::optional<TransferSummary> summary_;  // instead of the log
  std::optional<FlitTrace> trace_;
  std::vector<VcdPart> rtl_waves_;  // of the inside of routers, until they are part of the waves
};

/// Runs the schedule again, without observers, with and without sleep: every delivery must be in the same
/// cycle.
void verify_sleep(Schedule& schedule, RunOptions options, RunResult& result) {
  if (options.level == Level::kDense) options.level = Level::kFast;  // the dense level knows no sleep
  options.observers.clear();
  options.traced_nodes.clear();
  for (const bool sleep : {true, false}) {
    options.sleep = sleep;
    const RunResult again = simulate(schedule, options);
    if (again.verdict == Verdict::kInterrupted) {
      result.verdict = Verdict::kInterrupted;
      return;
    }
    if (again.cycles == result.cycles && again.ejection_hash == result.ejection_hash &&
        again.verdict == result.verdict) {
      continue;
    }
    result.findings.push_back(
        fmt::format("{} sleep: {} after {} cycles with hash {:016x}, not {} after {} with {:016x}",
                    sleep ? "with" : "without", to_text(again.verdict), again.cycles, again.ejection_hash,
                    to_text(result.verdict), result.cycles, result.ejection_hash));
    if (result.verdict == Verdict::kVerified) result.verdict = Verdict::kFailed;
  }
}

}  // namespace

int run_command(RunConfig config) {
  if (config.trace == TraceFormat::kFst) require_vcd2fst();
  auto loaded = with_progress(config.quiet, "making the schedule", [&] { return load_quickest(config); });
  if (config.hardwired) return hardwired_command(std::move(config), std::move(loaded));
  PreparedRun run = prepare_run(std::move(config), std::move(loaded));
  Schedule& schedule = *run.schedule;
  if (run.config.rtl_image) check_rtl_image(run.options, *run.config.sync);

  const InterruptGuard interrupt;  // before there is anything to leave behind
  std::optional<ResultDirectory> directory;
  if (!run.config.output.empty()) directory.emplace(run.config.output, run.config.force);
  Watchers watchers(run.hardware, run.options,
                    {.monitor = run.config.monitor,
                     .statistics = directory && !run.config.no_link_statistics,
                     .history = run.config.explain || run.config.report},
                    directory ? directory->staging() : std::filesystem::path());
  run.config.monitor = watchers.monitored();
  watchers.observe(run.options.observers);
  std::optional<KeptRun> kept;
  if (directory) kept.emplace(run, *directory, watchers).observe(run.options);
  const OutcomeWatch watch(run);
  run.choose_level();
  print_fewer_threads(run.config, run.options.level, run.hardware.topology, run.options);
  RunResult result = run_watched(run.config.quiet, schedule.info(), interrupt, run.options, [&] {
    RunResult watched = simulate(schedule, run.options);
    if (run.config.verify_sleep && !interrupt.requested()) verify_sleep(schedule, run.options, watched);
    return watched;
  });
  watchers.judge(result);
  const RunOutcome outcome = watch.outcome(std::move(result));
  fmt::print("{}", outcome_summary(run, outcome, kept ? kept->keep(outcome) : ""));
  return exit_code(outcome.result.verdict);
}

}  // namespace torusim
