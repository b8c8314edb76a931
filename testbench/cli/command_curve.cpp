#include <fmt/format.h>

#include <filesystem>
#include <functional>

#include "models/sources/open_loop.h"
#include "schedules/core/error.h"
#include "schedules/core/failures.h"
#include "testbench/cli/commands.h"
#include "testbench/cli/run_summary.h"
#include "testbench/config/failed_links.h"
#include "testbench/config/recorded_options.h"
#include "testbench/config/traffic_setup.h"
#include "testbench/curve/curve_files.h"
#include "testbench/curve/failed_networks.h"
#include "testbench/curve/load_curve.h"
#include "testbench/process/interrupt.h"
#include "testbench/process/standard_streams.h"
#include "testbench/process/text_table.h"
#include "testbench/results/result_directory.h"
#include "testbench/results/run_record.h"

namespace torusim {
namespace {

std::string points_text(const LoadCurve& curve) {
  TextTable table({"load", "offered", "accepted", "latency", "95 %", "p50", "p99", "verdict"}, 0);
  for (const auto& [load, seed, r] : curve.points) {
    const bool any = r.measured > 0;
    table.row({fmt::format("{:.4f}", load), fmt::format("{:.4f}", r.offered),
               fmt::format("{:.4f}", r.accepted), any ? fmt::format("{:.2f}", r.latency.mean) : "-",
               any ? fmt::format("+- {:.2f}", r.latency.half_width.value()) : "-",
               any ? fmt::format("{}", r.latency.p50) : "-", any ? fmt::format("{}", r.latency.p99) : "-",
               to_text(r.verdict)});
  }
  return table.text();
}

std::string saturation_text(const LoadCurve& curve) {
  if (curve.not_taken == 0) {
    return fmt::format("saturation none: load {:.4f}, the highest possible, is accepted", curve.full_load);
  }
  return fmt::format(
      "saturation between load {:.4f} (accepted) and {:.4f} (not: accepted < {} offered or latency > {} x "
      "zero "
      "load)",
      curve.taken, curve.not_taken, kAcceptedShare, kLatencyFactor);
}

void print_curve(const std::string& title, const LoadCurve& curve, const Rerouting* rerouting,
                 const std::string& checked, const std::string& results) {
  fmt::print("{}\n\n{}\n", title, points_text(curve));
  fmt::print("zero load  {:.2f} cycles (closed form)\n", curve.search.front().result.zero_load_latency);
  fmt::print("{}\n", saturation_text(curve));
  fmt::print("full load  {:.4f} accepted of {:.4f}\n", curve.full_accepted, curve.full_load);
  fmt::print("{}", rerouting_lines(rerouting, 10, "pairs of nodes"));
  fmt::print("checked    {}\n", checked);
  if (!results.empty()) fmt::print("results    {}\n", results);
}

LoadCurve measure(const RunConfig& config, const TrafficOptions& options, const InterruptGuard& interrupt) {
  const auto report = [&](const CurvePoint& point) {
    if (config.quiet) return;
    print_notice(fmt::format("load {:.4f}: accepted {:.4f}, latency {:.2f}, {}\n", point.load,
                             point.result.accepted, point.result.latency.mean,
                             to_text(point.result.verdict)));
  };
  CurveMeasurement measurement(
      options, highest_load(options), config.jobs, [&] { return interrupt.requested(); }, report);
  return measurement.measure(config.traffic);
}

/// The exit code of a measurement; prints why it did not end.
int told(const std::function<void()>& measure) {
  try {
    measure();
    return kDone;
  } catch (const InterruptedError& error) {
    print_notice(fmt::format("torusim: {}; a partial curve is not kept\n", error.what()));
    return kInterrupted;
  } catch (const PointError& error) {
    print_notice(fmt::format("torusim: {}\n", error.what()));
    return exit_code(error.verdict());
  }
}

/// The measurement of a curve. Throws UsageError and InputError before the first measurement or file.
TrafficOptions checked_setup(RunConfig& config) {
  const TrafficOptions options = traffic_setup(config);
  const double highest = highest_load(options);
  if (config.traffic.loads && config.traffic.loads->last > highest) {
    throw UsageError(fmt::format("--loads: the highest load that can be offered here is {:.4g}", highest));
  }
  const Pattern check(options.pattern, options.hardware.topology);
  if (options.trace()) {
    throw UsageError(
        fmt::format("curve {}: the packets of a trace have their cycles, and no load", options.pattern.name));
  }
  return options;
}

const Rerouting* rerouting_of(const TrafficOptions& options) {
  return options.pairs ? &options.pairs->rerouting : nullptr;
}

void write_curve(const std::filesystem::path& directory, const RunConfig& config,
                 const TrafficOptions& options, const LoadCurve& curve) {
  const Rerouting* const rerouting = rerouting_of(options);
  const CurveRecord record{
      traffic_title(options),
      curve,
      config.seed,
      recorded_options(config, kCurve),
      scale_of(config),
      config.monitor,
      rerouting ? json_of(options.hardware.topology, *rerouting) : nlohmann::ordered_json()};
  write_curve_json(directory, record);
  write_curve_csv(directory, record);
  write_curve_chart(directory, record);
}

/// A curve for each network of --fail, with its files in a directory named by the number of its row.
int curves_over_failures(const RunConfig& config) {
  std::vector<RunConfig> configs = each_network(config);
  for (RunConfig network : configs)
    checked_setup(network);  // all options are checked before the first measurement
  RunConfig intact = config;
  intact.fail = RunConfig().fail;
  intact.reroute = RunConfig().reroute;
  const std::string title = traffic_title(traffic_setup(intact)) + ", over failed links";
  const InterruptGuard interrupt;
  std::optional<ResultDirectory> directory;
  if (!config.output.empty()) directory.emplace(config.output, config.force);
  std::vector<NetworkCurve> networks;
  const int code = told([&] {
    for (RunConfig& network : configs) {
      const TrafficOptions options = checked_setup(network);
      const Failures* const failures = options.hardware.topology.failures();
      if (!config.quiet) print_notice(fmt::format("failed {}, seed {}\n", network.fail, network.seed));
      networks.push_back(
          {network.fail, network.seed, failures ? static_cast<int>(failures->links().size()) : 0,
           failures ? static_cast<int>(failures->nodes().size()) : 0, measure(network, options, interrupt)});
      if (!directory) continue;
      const auto place = directory->staging() / fmt::format("{}", networks.size());
      std::filesystem::create_directory(place);
      write_curve(place, network, options, networks.back().curve);
    }
  });
  if (code != kDone) return code;
  if (directory) {
    write_networks(directory->staging(), networks);
    write_curves_json(directory->staging(), title, recorded_options(config, kCurve));
    directory->commit();
  }
  fmt::print("{}\n\n{}", title, network_table(networks));
  if (directory) fmt::print("\nresults    {}\n", directory->path().string());
  return kDone;
}

}  // namespace

int curve_command(RunConfig config) {
  if (names_networks(config.fail)) return curves_over_failures(config);
  const TrafficOptions options = checked_setup(config);
  print_fewer_threads(config, config.level, options.hardware.topology, options);
  const InterruptGuard interrupt;  // before there is anything to leave behind
  std::optional<ResultDirectory> directory;
  if (!config.output.empty()) directory.emplace(config.output, config.force);
  LoadCurve curve;
  const int code = told([&] { curve = measure(config, options, interrupt); });
  if (code != kDone) return code;
  if (directory) {
    write_curve(directory->staging(), config, options, curve);
    directory->commit();
  }
  print_curve(traffic_title(options), curve, rerouting_of(options), checked_flits(config),
              directory ? directory->path().string() : std::string());
  return kDone;
}

}  // namespace torusim
