#include <fmt/format.h>

#include "models/foreign/place.h"
#include "models/run/schedule_level.h"
#include "models/run/simulation.h"
#include "models/watch/network_monitor.h"
#include "models/watch/span_statistics.h"
#include "schedules/check/check.h"
#include "schedules/core/error.h"
#include "schedules/core/rerouting.h"
#include "schedules/core/traffic_matrix.h"
#include "testbench/cli/commands.h"
#include "testbench/cli/one_run.h"
#include "testbench/cli/program_pages.h"
#include "testbench/cli/run_summary.h"
#include "testbench/config/load_schedule.h"
#include "testbench/config/prediction.h"
#include "testbench/config/run_setup.h"
#include "testbench/process/progress.h"
#include "testbench/report/explained_run.h"
#include "testbench/report/explanation_files.h"
#include "testbench/report/page_data.h"
#include "testbench/report/report_page.h"
#include "testbench/results/job_times.h"
#include "testbench/results/network_tables.h"
#include "testbench/results/output_file.h"
#include "testbench/results/rank_times.h"
#include "testbench/results/rtl_image.h"
#include "testbench/results/summary_tables.h"
#include "testbench/results/waves_files.h"
#include "traces/fst.h"

namespace torusim {
namespace {

void check_combinations(const RunConfig& config) {
  const bool traced = config.trace != TraceFormat::kNone;
  if (traced && config.output.empty()) {
    throw UsageError("--trace needs a directory for the waves: -o DIR");
  }
  if (!traced && !config.trace_nodes.empty()) throw UsageError("--trace-nodes needs --trace vcd");
  if (!traced && config.trace_rtl != "none") throw UsageError("--trace-rtl needs --trace vcd");
  if (!traced && config.trace_window) throw UsageError("--trace-window needs --trace vcd");
  if (config.trace == TraceFormat::kFst) require_vcd2fst();
  if (config.force && config.output.empty()) throw UsageError("--force needs -o DIR");
  if (config.rtl_image && config.output.empty()) {
    throw UsageError("--rtl-image needs a directory for the images: -o DIR");
  }
  for (const auto& [asked, flag] : {std::pair(config.explain, "--explain"), {config.report, "--report"}}) {
    if (asked && config.output.empty()) throw UsageError(fmt::format("{} needs a directory: -o DIR", flag));
    if (asked && config.run.reduce_delay > 0) {
      throw UsageError(fmt::format(
          "{} does not support --reduce-delay: its causes are startup, channels and barriers", flag));
    }
    if (asked && config.no_link_statistics) {
      throw UsageError(fmt::format("{} needs the causes of waits, which --no-link-statistics omits", flag));
    }
  }
}

TraceOptions trace_options(const RunConfig& config, const ScheduleInfo& info,
                           const ResultDirectory& directory) {
  TraceOptions options;
  options.path = traced_file(directory.staging()).string();
  options.title = info.name;
  options.nodes = chosen_nodes("--trace-nodes", config.trace_nodes, info.topology, config.seed);
  if (options.nodes.empty() && !config.trace_nodes.empty()) {
    throw UsageError(fmt::format("--trace-nodes {}: names no node", config.trace_nodes));
  }
  if (config.trace_window) std::tie(options.first, options.last) = *config.trace_window;
  return options;
}

/// The observers of a run whose results are kept, and the files that they become.
class KeptRun {
 public:
  KeptRun(const RunConfig& config, const ScheduleInfo& info, const Hardware& hardware,
          const ForeignPlacement& foreign)
      : config_(config), info_(info), hardware_(hardware), directory_(config.output, config.force) {
    if (summarised(config, hardware.topology)) {
      summary_.emplace(hardware.topology);
    } else {
      log_.emplace(hardware.topology, directory_.staging());
    }
    if (config.explain || config.report) history_.emplace(hardware, directory_.staging());
    // The credits of routers that keep their own time do not follow from spans, nor does what heads wait for
    // that choose their way.
    if (!config.no_link_statistics && foreign.own_timing.empty() && !hardware.adaptive)
      spans_.emplace(hardware, listener());
    if (config.trace != TraceFormat::kNone) trace_.emplace(hardware, trace_options(config, info, directory_));
  }

  /// Options that need the causes of waits.
  StallListener* listener() { return history_ ? &*history_ : nullptr; }

  /// `monitor`, if any, watches too.
  void observe(RunOptions& options, const NetworkMonitor* monitor) {
    monitor_ = monitor;
    if (log_) options.observers.push_back(&*log_);
    if (summary_) options.observers.push_back(&*summary_);
    if (spans_) options.observers.push_back(&*spans_);
    if (history_) options.observers.push_back(&*history_);
    if (trace_) options.observers.push_back(&*trace_);
    options.rtl_traces = (directory_.staging() / "rtl").string();
    for (const NodeId node : options.traced_nodes) {
      rtl_waves_.push_back(
          {rtl::trace_path(hardware_, options, node), "rtl_" + router_scope(hardware_, node)});
    }
  }

  /// Writes everything; returns where it lies, for the summary.
  std::string keep(Schedule& schedule, const RunOptions& options, const RunResult& result,
                   const std::vector<Cycle>& predicted, const std::optional<MessageBounds>& bounds,
                   const std::vector<JobResult>& jobs, const std::vector<RankTime>& ranks) {
    RunRecord record = record_of(config_, kRun, info_, result, predicted);
    record.bounds = bounds;
    if (!jobs.empty()) record.jobs = json_of(jobs);
    if (!ranks.empty()) record.ranks = json_of(ranks, record.scale);
    record.log = log_ ? &*log_ : nullptr;
    record.monitored = monitor_ != nullptr;
    record.summarised = summary_.has_value();
    return keep_results(directory_, record, [&] {
      write_tables(record);
      if (!jobs.empty()) write_jobs_csv(directory_.staging(), jobs, record.scale);
      if (!ranks.empty() && !summary_) {
        const auto& program = dynamic_cast<const ProgramSchedule&>(schedule);
        write_ranks_csv(directory_.staging(), ranks, program, record.scale);
      }
      write_timeline(directory_.staging(), record);
      std::string more;
      if (config_.rtl_image) write_rtl_image(directory_.staging(), schedule, options);
      if (history_) more += explain(schedule, result, predicted, record.jobs, ranks);
      if (trace_) {
        more +=
            "\nwaves      " + keep_waves(*trace_, last_of_waves(result), config_.trace == TraceFormat::kFst,
                                         directory_.staging(), directory_.path(), rtl_waves_);
      }
      return more;
    });
  }

 private:
  std::string explain(Schedule& schedule, const RunResult& result, const std::vector<Cycle>& predicted,
                      const nlohmann::ordered_json& jobs, const std::vector<RankTime>& ranks) {
    Explanation explanation = explain_run(config_, schedule, result, predicted, *history_, statistics());
    explanation.jobs = jobs;
    explanation.ranks = ranks;
    if (config_.explain) write_explanation(directory_.staging(), explanation);
    if (!config_.report) return "";
    std::vector<nlohmann::ordered_json> page;  // a list in braces would copy it
    page.push_back(page_data(explanation));
    page.front()["label"] = directory_.path().filename().string();
    OutputFile file(directory_.staging() / "report.html");
    file.write(report_page(page));
    file.close();
    return fmt::format("\nreport     {}", (directory_.path() / "report.html").string());
  }

  void write_tables(const RunRecord& record) const {
    const auto& place = directory_.staging();
    const auto write_network = summary_ ? write_network_summary : write_network_tables;
    if (summary_) {
      write_transfer_summary(place, *summary_);
    } else {
      write_transfers_csv(place, record);
    }
    if (!config_.no_link_statistics) write_network(place, hardware_, statistics(), record.result.cycles);
  }

  /// Routers that keep their own time leave the monitor to say what their credits are.
  const NetworkStatistics& statistics() const {
    if (spans_) return *spans_;
    return *monitor_;
  }

  const RunConfig& config_;
  const ScheduleInfo& info_;
  const Hardware& hardware_;
  ResultDirectory directory_;
  std::optional<TransferLog> log_;
  std::optional<TransferSummary> summary_;  // instead of the log
  std::optional<FlitHistory> history_;
  const NetworkMonitor* monitor_ = nullptr;
  std::optional<SpanStatistics> spans_;
  std::optional<FlitTrace> trace_;
  std::vector<VcdPart> rtl_waves_;  // of the inside of routers, until they are part of the waves
};

/// Runs the schedule again, unwatched, with and without sleep: everything must come in the same cycles.
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

/// A schedule file may break what a run does not test, so that `run` verifies what `check` refuses.
std::string note_on(const RunConfig& config, Schedule& schedule) {
  if (!names_file(config.algorithm)) return "";
  const PhaseReport report = check_phases(schedule);
  if (report.violation_count == 0) return "";
  return fmt::format("torusim check refuses this schedule: {} violation{} of ports or claims, the first: {}",
                     report.violation_count, report.violation_count == 1 ? "" : "s", report.first);
}

}  // namespace

int run_command(RunConfig config) {
  check_combinations(config);
  const auto schedule =
      with_progress(config.quiet, "making the schedule", [&] { return load_schedule(config); });
  if (config.hardwired) return hardwired_command(config, *schedule);
  const bool any_level = !config.level;
  resolve(config, *schedule);
  const ScheduleInfo& info = schedule->info();
  Hardware hardware = hardware_of(config, info.topology);
  if (info.rerouting) hardware.route_runs = info.rerouting->runs;
  RunOptions options = run_options(config, hardware);
  const auto predicted = predicted_phases(
      *schedule, {hardware, *config.block, config.run.startup, config.run.reduce_delay, options.slower});
  if (config.rtl_image) check_rtl_image(options);

  const InterruptGuard interrupt;  // before there is anything to leave behind
  std::optional<KeptRun> kept;
  if (!config.output.empty()) kept.emplace(config, info, hardware, options);
  std::optional<NetworkMonitor> monitor;  // where nothing else guards the contract, or if it is asked for
  config.monitor |= !options.rtl_nodes.empty() || (kept && hardware.adaptive);
  if (config.monitor) {
    const bool counts = kept && (!options.own_timing.empty() || hardware.adaptive);
    monitor.emplace(hardware, options.own_timing, counts ? kept->listener() : nullptr);
    options.observers.push_back(&*monitor);
  }
  if (kept) kept->observe(options, monitor ? &*monitor : nullptr);
  const auto* jobs = dynamic_cast<const JobsSchedule*>(schedule.get());
  std::optional<JobTimes> job_times;
  if (jobs) {
    job_times.emplace(jobs->first_messages());
    options.observers.push_back(&*job_times);
  }
  const auto* program = dynamic_cast<const ProgramSchedule*>(schedule.get());
  std::optional<RankTimes> rank_times;
  // The starts of jobs are computations too.
  if (program != nullptr && jobs == nullptr && computes(*program)) {
    options.observers.push_back(&rank_times.emplace(program->program().ranks()));
  }
  if (any_level && !config.verify_sleep) config.level = options.level = faster_level(*schedule, options);
  tell_of_threads(config, options.level, info.topology, options);
  RunResult result = run_watched(config.quiet, interrupt, options, [&] {
    RunResult run = simulate(*schedule, options);
    if (config.verify_sleep && !interrupt.requested()) verify_sleep(*schedule, options, run);
    return run;
  });
  if (monitor) judge(*monitor, result);
  std::vector<JobResult> of_jobs;
  if (jobs) of_jobs = job_results(*jobs, *job_times, options, result.verdict == Verdict::kVerified);
  std::vector<RankTime> ranks;
  if (rank_times) ranks = rank_times->until(result.cycles);
  std::optional<MessageBounds> bounds;
  if (matrix_of(*schedule)) bounds = message_bounds(*schedule, *config.block, *config.alpha);
  const std::string where =
      kept ? kept->keep(*schedule, options, result, predicted, bounds, of_jobs, ranks) : "";
  if (program != nullptr) {
    fmt::print("{}", program_summary(*program, config, result, predicted.front(), ranks, where));
    if (jobs) fmt::print("\n{}", jobs_text(of_jobs, scale_of(config)));
  } else {
    fmt::print("{}", run_summary(info, config, result, predicted, where, note_on(config, *schedule), bounds));
  }
  return exit_code(result.verdict);
}

}  // namespace torusim
