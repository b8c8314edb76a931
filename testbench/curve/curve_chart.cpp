#include <fmt/format.h>

#include "testbench/curve/curve_files.h"
#include "testbench/results/line_chart.h"

namespace torusim {

void write_curve_chart(const std::filesystem::path& directory, const CurveRecord& record) {
  constexpr double kHighest = 5;  // latencies shown, in those of an empty network
  const LoadCurve& curve = record.curve;
  const double zero_load = curve.search.front().result.zero_load_latency;
  const Scale& scale = record.scale;
  const bool rates = scale.timed() && scale.sized();
  // A flit per node and cycle, and a cycle, in the units of their axes.
  const double load = rates ? scale.rate(1) / 1e9 : 1, time = scale.timed() ? scale.nanoseconds(1) : 1;
  ChartSeries mean{"mean; bars: its 95 % interval; hollow: load not accepted", {}},
      tail{"99th percentile", {}};
  for (const auto& [offered, seed, result] : curve.points) {
    if (result.measured == 0) continue;
    const double x = offered * load, latency = result.latency.mean;
    const double half = result.latency.half_width.value_or(0);
    const bool hollow = !is_taken(result);
    mean.points.push_back(
        {x, latency * time, std::pair{(latency - half) * time, (latency + half) * time}, hollow});
    tail.points.push_back({x, static_cast<double>(result.latency.p99) * time, {}, hollow});
  }
  Chart chart{record.title,
              fmt::format("offered load [{}]", rates ? "GB/s per node" : "flits per node and cycle"),
              fmt::format("latency [{}]", scale.timed() ? "ns" : "cycles"),
              {std::move(mean), std::move(tail)}};
  chart.rules.push_back({false, zero_load * time, fmt::format("zero load: {:.1f}", zero_load * time)});
  if (curve.not_taken > 0) {
    const double middle = (curve.taken + curve.not_taken) / 2 * load;
    chart.rules.push_back({true, middle, fmt::format("saturation: {:.3f}", middle)});
  }
  chart.y_end = kHighest * zero_load * time;
  chart.may_be_logarithmic = false;
  write_chart(directory, "curve", chart);
}

}  // namespace torusim
