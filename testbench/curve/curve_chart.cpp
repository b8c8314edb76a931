#include <fmt/format.h>

#include "testbench/curve/curve_files.h"
#include "testbench/results/line_chart.h"

namespace torusim {
namespace {

/// The unit at an axis, and the value of one flit per node and cycle, or of one cycle, in this unit.
struct AxisUnit {
  std::string text;
  double worth = 1;
};

AxisUnit load_unit(const Scale& scale) {
  constexpr double kGiga = 1e9;
  if (!scale.timed() || !scale.sized()) return {"flits per node and cycle"};
  return {"GB/s per node", scale.rate(1) / kGiga};
}
AxisUnit time_unit(const Scale& scale) {
  return scale.timed() ? AxisUnit{"ns", scale.nanoseconds(1)} : AxisUnit{"cycles"};
}

}  // namespace

void write_curve_chart(const std::filesystem::path& directory, const CurveRecord& record) {
  constexpr double kHighest = 5;  // latencies shown, in those of an empty network
  const LoadCurve& curve = record.curve;
  const double zero_load = curve.search.front().result.zero_load_latency;
  const AxisUnit load = load_unit(record.scale), time = time_unit(record.scale);
  ChartSeries mean{"mean; bars: its 95 % interval; hollow: load not accepted", {}},
      tail{"99th percentile", {}};
  for (const auto& [offered, seed, result] : curve.points) {
    if (result.measured == 0) continue;
    const double x = offered * load.worth, latency = result.latency.mean;
    const double half = result.latency.half_width.value_or(0);
    const bool hollow = !is_taken(result);
    mean.points.push_back({x, latency * time.worth,
                           std::pair{(latency - half) * time.worth, (latency + half) * time.worth}, hollow});
    tail.points.push_back({x, static_cast<double>(result.latency.p99) * time.worth, {}, hollow});
  }
  Chart chart{record.title,
              fmt::format("offered load [{}]", load.text),
              fmt::format("latency [{}]", time.text),
              {std::move(mean), std::move(tail)}};
  chart.rules.push_back(
      {false, zero_load * time.worth, fmt::format("zero load: {:.1f}", zero_load * time.worth)});
  if (curve.not_taken > 0) {
    const double middle = (curve.taken + curve.not_taken) / 2 * load.worth;
    chart.rules.push_back({true, middle, fmt::format("saturation: {:.3f}", middle)});
  }
  chart.y_end = kHighest * zero_load * time.worth;
  chart.may_be_logarithmic = false;
  write_chart(directory, "curve", chart);
}

}  // namespace torusim
