#include <fmt/format.h>
#include <fmt/ranges.h>

#include <functional>
#include <set>

#include "schedules/core/error.h"
#include "schedules/core/failures.h"
#include "testbench/cli/commands.h"
#include "testbench/cli/run_summary.h"
#include "testbench/config/about.h"
#include "testbench/config/failed_links.h"
#include "testbench/config/recorded_options.h"
#include "testbench/config/traffic_setup.h"
#include "testbench/curve/curve_files.h"
#include "testbench/curve/curve_settings.h"
#include "testbench/curve/load_curve.h"
#include "testbench/process/interrupt.h"
#include "testbench/process/standard_streams.h"
#include "testbench/results/result_directory.h"
#include "testbench/results/run_record.h"

namespace torusim {
namespace {

constexpr std::int64_t kMostMeasurements = 10'000;

/// The measurement of a setting. Throws UsageError before the first measurement or file.
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

/// The measurements of all settings; an error names its setting.
std::vector<MeasuredSetting> checked_settings(std::vector<CurveSetting>& settings) {
  std::vector<MeasuredSetting> measured;
  for (CurveSetting& setting : settings) {
    measured.push_back({setting.name, about(setting.name.empty() ? "" : setting.name + ": ",
                                            [&] { return checked_setup(setting.config); })});
  }
  return measured;
}

std::set<std::string> warnings_of(const std::vector<MeasuredSetting>& measured) {
  std::set<std::string> warnings;
  for (const MeasuredSetting& setting : measured) warnings.insert(shared_class_warning(setting.options));
  warnings.erase("");
  return warnings;
}

/// Notices before the first measurement.
void tell_ahead(const RunConfig& config, const std::vector<MeasuredSetting>& measured, std::int64_t most) {
  for (const std::string& warning : warnings_of(measured))
    print_notice(fmt::format("torusim: {}\n", warning));
  const TrafficOptions& first = measured.front().options;
  print_fewer_threads(config, config.level, first.hardware.topology, first);
  if (measured.size() == 1 || config.quiet) return;
  print_notice(fmt::format("{} settings, up to {} measurements\n", measured.size(), most));
}

/// The exit code of a measurement; prints why it did not end.
int told(Json* answer, const std::function<void()>& measure) {
  try {
    measure();
    return kDone;
  } catch (const InterruptedError& error) {
    print_notice(fmt::format("torusim: {}; a partial curve is not kept\n", error.what()));
    if (answer != nullptr) *answer = {{"verdict", "interrupted"}};
    return kInterrupted;
  } catch (const PointError& error) {
    print_notice(fmt::format("torusim: {}\n", error.what()));
    if (answer != nullptr)
      *answer = {{"verdict", to_text(error.verdict())}, {"findings", Json::array({error.what()})}};
    return exit_code(error.verdict());
  }
}

void report_point(bool closed, const std::string& name, const CurvePoint& point) {
  const TrafficResult& result = point.result;
  const std::string at = closed ? fmt::format("outstanding {}: answered {:.5f}", point.load, result.answered)
                                : fmt::format("load {:.4f}: accepted {:.4f}", point.load, result.accepted);
  print_notice(fmt::format("{}{}{}, latency {:.2f}, {}\n", name, name.empty() ? "" : ", ", at,
                           result.latency.mean, to_text(result.verdict)));
}

/// What all settings have in common, and the options in which they differ.
std::string title_of(const RunConfig& config, const CurveSettings& settings,
                     const std::vector<MeasuredSetting>& measured) {
  TrafficOptions first = measured.front().options;
  if (measured.size() == 1) return traffic_title(first);
  const auto patterns = config.lists.find("pattern");
  const std::string pattern = patterns == config.lists.end()
                                  ? first.pattern.name
                                  : fmt::format("{}", fmt::join(patterns->second, ", "));
  std::string over;
  for (const std::string& column : settings.columns) {
    if (column == "pattern" || column == "fail_seed") continue;
    over += fmt::format("{}{}", over.empty() ? ", by " : " and ", column);
  }
  return fmt::format("{} on {}: {} nodes, {}{}", pattern, Topology::parse(config.topology).name(),
                     first.hardware.topology.nodes(), packets_text(first), over);
}

CurveRecord record_of(const RunConfig& config, CurveSettings& settings,
                      const std::vector<MeasuredSetting>& measured, std::vector<LoadCurve> curves) {
  // The resolved options of the only setting, or the options as given.
  const RunConfig& recorded = settings.settings.size() == 1 ? settings.settings.front().config : config;
  CurveRecord record{.title = title_of(config, settings, measured),
                     .columns = settings.columns,
                     .curves = {},
                     .closed = !settings.outstanding.empty(),
                     .seed = config.seed,
                     .config = recorded_options(recorded, kCurve),
                     .scale = scale_of(config),
                     .monitored = recorded.monitor,
                     .warnings = warnings_of(measured)};
  for (std::size_t s = 0; s < measured.size(); ++s) {
    const TrafficOptions& options = measured[s].options;
    record.curves.push_back({settings.settings[s].values, measured[s].name, std::move(curves[s]),
                             options.pairs ? json_of(options.hardware.topology, options.pairs->rerouting)
                                           : nlohmann::ordered_json()});
  }
  return record;
}

}  // namespace

int curve_command(RunConfig config, Json* answer) {
  CurveSettings settings = curve_settings(config);
  const std::vector<MeasuredSetting> measured = checked_settings(settings.settings);
  const InterruptGuard interrupt;  // before there is anything to leave behind
  CurveMeasurement measurement(
      measured, config.jobs, [&] { return interrupt.requested(); },
      [&](const std::string& name, const CurvePoint& point) {
        if (!config.quiet) report_point(!settings.outstanding.empty(), name, point);
      });
  const CurveLoads loads{config.traffic.loads, config.traffic.points, settings.outstanding};
  const std::int64_t most = measurement.most_measurements(loads);
  if (most > kMostMeasurements) {
    throw UsageError(fmt::format("{} settings, up to {} measurements; a curve has at most {}",
                                 measured.size(), most, kMostMeasurements));
  }
  tell_ahead(config, measured, most);
  std::optional<ResultDirectory> directory;
  if (!config.output.empty()) directory.emplace(config.output, config.force);
  std::vector<LoadCurve> curves;
  const int code = told(answer, [&] { curves = measurement.measure(loads); });
  if (code != kDone) return code;
  const CurveRecord record = record_of(config, settings, measured, std::move(curves));
  if (directory) {
    write_curves(directory->staging(), record);
    directory->commit();
  }
  if (answer != nullptr) {
    *answer = curve_json(record);
    return kDone;
  }
  fmt::print("{}\n\n{}\n{}", record.title, points_text(record), saturation_text(record));
  if (measured.size() == 1 && measured.front().options.pairs) {
    fmt::print("{}", rerouting_lines(&measured.front().options.pairs->rerouting, 10, "pairs of nodes"));
  }
  fmt::print("checked    {}\n", checked_flits(settings.settings.front().config));
  if (directory) fmt::print("results    {}\n", directory->path().string());
  return kDone;
}

}  // namespace torusim
