#include <fmt/format.h>

#include <algorithm>

#include "testbench/curve/curve_files.h"
#include "testbench/results/line_chart.h"

namespace torusim {
namespace {

constexpr double kHighest = 5;  // latencies shown, in those of an empty network
constexpr const char* kMeanText = "mean; bars: its 95 % interval; hollow: load not accepted";

/// A flit per node and cycle, and a cycle, in the units of their axes.
struct CurveUnits {
  bool rates, times;
  double load, time;
  explicit CurveUnits(const Scale& scale)
      : rates(scale.timed() && scale.sized()),
        times(scale.timed()),
        load(rates ? scale.rate(1) / 1e9 : 1),
        time(times ? scale.nanoseconds(1) : 1) {}
};

ChartSeries mean_series(const CurveRecord& record, const RecordedCurve& recorded, const CurveUnits& axes) {
  ChartSeries mean{recorded.name.empty() ? kMeanText : recorded.name, {}};
  for (const auto& [offered, seed, result] : recorded.curve.points) {
    if (result.measured == 0) continue;
    const double latency = result.latency.mean, half = result.latency.half_width.value_or(0);
    mean.points.push_back({offered * (record.closed ? 1 : axes.load), latency * axes.time,
                           std::pair{(latency - half) * axes.time, (latency + half) * axes.time},
                           is_hollow(record, result)});
  }
  return mean;
}

ChartSeries tail_series(const CurveRecord& record, const LoadCurve& curve, const CurveUnits& axes) {
  ChartSeries tail{"99th percentile", {}};
  for (const auto& [offered, seed, result] : curve.points) {
    if (result.measured == 0) continue;
    tail.points.push_back({offered * (record.closed ? 1 : axes.load),
                           static_cast<double>(result.latency.p99) * axes.time,
                           {},
                           is_hollow(record, result)});
  }
  return tail;
}

void write_throughput(const std::filesystem::path& directory, const CurveRecord& record,
                      const std::string& x_label) {
  Chart chart{record.title, x_label, "requests answered per node and cycle", {}};
  for (const RecordedCurve& recorded : record.curves) {
    ChartSeries series{recorded.name.empty() ? "throughput" : recorded.name, {}};
    for (const auto& [outstanding, seed, result] : recorded.curve.points) {
      series.points.push_back({outstanding, result.answered, {}, is_hollow(record, result)});
    }
    chart.series.push_back(std::move(series));
  }
  chart.may_be_logarithmic = false;
  write_chart(directory, "throughput", chart);
}

}  // namespace

void write_curve_charts(const std::filesystem::path& directory, const CurveRecord& record) {
  const CurveUnits axes(record.scale);
  const bool one = !record.several();
  const std::string x_label =
      record.closed
          ? "outstanding requests of a node"
          : fmt::format("offered load [{}]", axes.rates ? "GB/s per node" : "flits per node and cycle");
  Chart chart{record.title,
              x_label,
              fmt::format("{} [{}]", record.closed ? "round trip" : "latency", axes.times ? "ns" : "cycles"),
              {}};
  double zero_load = 0;
  for (const RecordedCurve& recorded : record.curves) {
    chart.series.push_back(mean_series(record, recorded, axes));
    zero_load = std::max(zero_load, recorded.curve.zero_load_latency() * axes.time);
  }
  chart.may_be_logarithmic = false;
  if (!record.closed) chart.y_end = kHighest * zero_load;
  if (one) {
    const LoadCurve& curve = record.curves.front().curve;
    chart.series.push_back(tail_series(record, curve, axes));
    chart.rules.push_back({false, zero_load, fmt::format("zero load: {:.1f}", zero_load)});
    if (curve.not_taken > 0) {
      const double taken = curve.taken * axes.load;
      chart.rules.push_back({true, taken, fmt::format("saturation: {:.3f}", taken)});
    }
    if (record.closed) chart.series.front().name = "mean; bars: its 95 % interval";
  } else {
    chart.title += "; bars: 95 % intervals of the means";
    if (!record.closed) chart.title += "; hollow: load not accepted";
  }
  write_chart(directory, "curve", chart);
  if (record.closed) write_throughput(directory, record, x_label);
}

}  // namespace torusim
