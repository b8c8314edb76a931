#include "testbench/curve/load_curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "testbench/process/worker_processes.h"
#include "testbench/results/traffic_record.h"

namespace torusim {
namespace {

/// Loads are multiples of this, so that each has one text and one seed.
constexpr double kUnit = 1e-6;

double rounded(double load) { return std::round(load / kUnit) * kUnit; }

void check_point(const CurvePoint& point) {
  const TrafficResult& result = point.result;
  if (result.verdict != TrafficVerdict::kDeadlock && result.verdict != TrafficVerdict::kFailed) return;
  const std::string why = result.findings.empty() ? "" : ": " + result.findings.back();
  throw PointError(result.verdict, fmt::format("load {}: {}{}", point.load, to_text(result.verdict), why));
}

}  // namespace

bool is_taken(const TrafficResult& result) {
  return result.verdict != TrafficVerdict::kSaturated &&
         result.latency.mean <= kLatencyFactor * result.zero_load_latency;
}

TrafficOptions at_load(const TrafficOptions& options, double load) {
  TrafficOptions result = options;
  result.traffic.load = load;
  const auto index = static_cast<std::uint64_t>(std::llround(load / kUnit));
  result.traffic.seed = mix_bits(options.traffic.seed + mix_bits(index));
  return result;
}

CurveMeasurement::CurveMeasurement(TrafficOptions options, double highest_load, int jobs,
                                   std::function<bool()> interrupted,
                                   std::function<void(const CurvePoint&)> report)
    : options_(std::move(options)),
      highest_load_(highest_load),
      jobs_(jobs),
      interrupted_(std::move(interrupted)),
      report_(std::move(report)) {}

std::vector<CurvePoint> CurveMeasurement::measure_loads(const std::vector<double>& loads) {
  const auto task = [&](int i) { return traffic_json(simulate_traffic(at_load(options_, loads[i]))).dump(); };
  const auto answers = run_in_processes(jobs_, static_cast<int>(loads.size()), task, interrupted_);
  std::vector<CurvePoint> points;
  for (std::size_t i = 0; i < loads.size(); ++i) {
    points.push_back({loads[i], at_load(options_, loads[i]).traffic.seed,
                      read_traffic_json(nlohmann::ordered_json::parse(answers[i]))});
    check_point(points.back());
    report_(points.back());
  }
  return points;
}

void bisect_saturation(double highest_load, LoadCurve& curve,
                       const std::function<CurvePoint(double)>& measure) {
  const auto taken = [&](double load) {
    curve.search.push_back(measure(load));
    check_point(curve.search.back());
    return is_taken(curve.search.back().result);
  };
  curve.full_load = std::floor(highest_load / kUnit + 1e-9) * kUnit;
  if (taken(curve.full_load)) {
    curve.taken = curve.full_load;
  } else {
    curve.not_taken = curve.full_load;
  }
  curve.full_accepted = curve.search.front().result.accepted;
  while (curve.not_taken - curve.taken > kSearchResolution) {
    const double middle = rounded((curve.taken + curve.not_taken) / 2);
    (taken(middle) ? curve.taken : curve.not_taken) = middle;
  }
  std::sort(curve.search.begin(), curve.search.end(),
            [](const CurvePoint& a, const CurvePoint& b) { return a.load < b.load; });
}

LoadCurve CurveMeasurement::measure(const TrafficConfig& config) {
  LoadCurve curve;
  bisect_saturation(highest_load_, curve, [&](double load) { return measure_load(load); });
  std::vector<double> loads;
  if (config.loads) {
    const LoadRange& range = *config.loads;
    for (int i = 0; range.first + i * range.step <= range.last + kUnit / 2; ++i) {
      loads.push_back(rounded(range.first + i * range.step));
    }
  } else {
    const double last = curve.not_taken > 0 ? curve.not_taken : curve.full_load;
    for (int i = 1; i <= config.points; ++i) loads.push_back(rounded(last * i / config.points));
  }
  curve.points = measure_loads(loads);
  return curve;
}

}  // namespace torusim
