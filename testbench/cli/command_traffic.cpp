#include <fmt/format.h>

#include <optional>

#include "models/run/level_choice.h"
#include "schedules/core/error.h"
#include "testbench/cli/commands.h"
#include "testbench/cli/one_run.h"
#include "testbench/cli/run_summary.h"
#include "testbench/config/failed_links.h"
#include "testbench/config/recorded_options.h"
#include "testbench/config/traffic_setup.h"
#include "testbench/config/watchers.h"
#include "testbench/process/interrupt.h"
#include "testbench/process/memory.h"
#include "testbench/process/progress.h"
#include "testbench/process/standard_streams.h"
#include "testbench/process/text_table.h"
#include "testbench/report/explained_traffic.h"
#include "testbench/results/network_tables.h"
#include "testbench/results/result_directory.h"
#include "testbench/results/summary_tables.h"
#include "testbench/results/traffic_record.h"

namespace torusim {
namespace {

std::string latency_text(const TrafficResult& result, bool closed) {
  TextTable table({"cycles", "mean", "95 % confidence", "p50", "p99", "max"}, 1);
  const auto row = [&](const char* name, const LatencySummary& latency) {
    table.row({name, fmt::format("{:.2f}", latency.mean),
               latency.half_width ? fmt::format("+- {:.2f}", *latency.half_width) : "-",
               fmt::format("{}", latency.p50), fmt::format("{}", latency.p99),
               fmt::format("{}", latency.max)});
  };
  row(closed ? "round trip" : "latency", result.latency);
  row(closed ? "a message in the network" : "in the network", result.network_latency);
  return table.text();
}

/// The same values in time and bytes, as far as units are specified.
std::string unit_lines(const RunConfig& config, const TrafficResult& result) {
  const Scale scale = scale_of(config);
  std::string text;
  for (const auto& [option, what] : config.converted) text += fmt::format("{:<10} {}\n", option, what);
  if (!scale.timed()) return text;
  text += fmt::format("time       a cycle is {}: latency {}, 99 % {}\n", time_text(scale.seconds(1)),
                      time_text(scale.seconds(result.latency.mean)),
                      time_text(scale.seconds(static_cast<double>(result.latency.p99))));
  if (!scale.sized()) return text;
  return text + fmt::format("bandwidth  {} offered, {} accepted, of every node (a link carries {})\n",
                            rate_text(scale.rate(result.offered)), rate_text(scale.rate(result.accepted)),
                            rate_text(scale.rate(1)));
}

/// The counts of channels and nodes of a measurement with -o, its explanation with --report, and its files.
class KeptTraffic {
 public:
  KeptTraffic(RunConfig& config, TrafficOptions& options)
      : config_(config), options_(options), directory_(config.output, config.force) {
    if (config.report) {
      explained_.emplace(config, options, directory_.staging());
    } else {
      counts_.emplace(options.hardware, options, Watched{.monitor = config.monitor, .statistics = true});
      counts_->observe(options.observers);
    }
    options.monitor = config.monitor = watchers().monitored();
  }

  /// Writes all files; returns their directory, for the summary.
  std::string keep(const TrafficResult& result) {
    return keep_results(directory_, result.verdict == TrafficVerdict::kInterrupted, [&] {
      const bool sums = summarised(config_, options_.hardware.topology);
      const auto write_network = sums ? write_network_summary : write_network_tables;
      write_traffic_json(directory_.staging(), config_, options_, result);
      write_network(directory_.staging(), options_.hardware, watchers().statistics(), result.cycles);
      return explained_ ? explain(result) : "";
    });
  }

 private:
  const Watchers& watchers() const { return explained_ ? explained_->watchers() : *counts_; }
  std::string explain(const TrafficResult& result) {
    const Explanation explanation = explained_->explain(result);
    explained_->write(directory_.staging(), explanation);
    return keep_page(directory_, explanation);
  }

  const RunConfig& config_;
  TrafficOptions& options_;
  ResultDirectory directory_;
  std::optional<Watchers> counts_;
  std::optional<ExplainedTraffic> explained_;  // instead of counts_
};

void print_summary(const RunConfig& config, const TrafficOptions& options, const TrafficResult& result,
                   const std::string& where) {
  const OpenLoopOptions& times = options.traffic;
  fmt::print("{}, level {}\n", traffic_title(options), to_text(chosen_level(options)));
  const bool closed = times.closed.on();
  if (!options.trace() && !closed) fmt::print("load {}, ", times.load);
  if (closed) fmt::print("{} outstanding requests, ", times.closed.outstanding);
  fmt::print("warm-up {}, window {}, drain {} cycles, startup {}, seed {}\n\n", times.warm_up, times.window,
             times.drain, times.startup, times.seed);
  if (result.measured > 0) fmt::print("{}\n", latency_text(result, closed));
  fmt::print("zero load  {:.2f} cycles (closed form)\n", result.zero_load_latency);
  if (closed) {
    fmt::print("throughput {:.5f} requests answered per node and cycle\n", result.answered);
    fmt::print("accepted   {:.4f} flits per node and cycle\n", result.accepted);
    fmt::print("held       {} requests at most at a node, before their replies began\n", result.most_held);
  } else {
    fmt::print("offered    {:.4f} flits per node and cycle\n", result.offered);
    fmt::print("accepted   {:.4f}\n", result.accepted);
  }
  fmt::print("{}", unit_lines(config, result));
  fmt::print("{}",
             rerouting_lines(options.pairs ? &options.pairs->rerouting : nullptr, 10, "pairs of nodes"));
  fmt::print("measured   {} {}{}\n", result.measured, closed ? "requests with their replies" : "packets",
             result.measured > 0 ? fmt::format(", {:.3f} hops each", result.mean_hops) : "");
  fmt::print("run        {} cycles, {} packets, {} flit hops\n", result.cycles, result.packets,
             result.flit_hops);
  fmt::print("hash       {:016x}\nchecked    {}\n", result.ejection_hash, checked_flits(config));
  if (!where.empty()) fmt::print("results    {}\n", where);
  fmt::print("verdict    {}\n", to_text(result.verdict));
  for (const std::string& finding : result.findings) fmt::print("    {}\n", finding);
}

}  // namespace

int traffic_command(RunConfig config, Json* answer) {
  TrafficOptions options = traffic_setup(config);
  const std::string warning = shared_class_warning(options);
  if (!warning.empty()) {
    print_notice(fmt::format("torusim: {}\n", warning));
  }
  const InterruptGuard interrupt;  // before there is anything to leave behind
  std::optional<KeptTraffic> kept;
  if (!config.output.empty()) kept.emplace(config, options);
  print_fewer_threads(config, chosen_level(options), options.hardware.topology, options);
  TrafficResult result;
  {
    Progress progress(config.quiet, "packets delivered");
    options.progress = [&](std::int64_t delivered, std::int64_t total, Cycle now) {
      progress.delivered(delivered, std::max(delivered, total), now);
      return !interrupt.requested();
    };
    result = with_memory_for("simulating", [&] { return simulate_traffic(options); });
  }
  if (answer != nullptr) {
    *answer = traffic_record(config, options, result);
    (*answer)["config"] = recorded_options(config, kTraffic);
  } else {
    print_summary(config, options, result, kept ? kept->keep(result) : "");
  }
  return exit_code(result.verdict);
}

}  // namespace torusim
