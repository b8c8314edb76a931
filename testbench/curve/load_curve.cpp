#include "testbench/curve/load_curve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "testbench/process/parse_json.h"
#include "testbench/results/traffic_record.h"

namespace torusim {
namespace {

/// Loads are multiples of this, so that each has one text and one seed.
constexpr double kUnit = 1e-6;

double rounded(double load) { return std::round(load / kUnit) * kUnit; }

void check_point(const std::string& name, const CurvePoint& point) {
  const TrafficResult& result = point.result;
  if (result.verdict != TrafficVerdict::kDeadlock && result.verdict != TrafficVerdict::kFailed) return;
  const std::string why = result.findings.empty() ? "" : ": " + result.findings.back();
  throw PointError(result.verdict, fmt::format("{}{}load {}: {}{}", name, name.empty() ? "" : ", ",
                                               point.load, to_text(result.verdict), why));
}

/// The load that the search for saturation measures next: first the highest load.
std::optional<double> next_of_search(const LoadCurve& curve, double highest_load) {
  if (curve.search.empty()) return std::floor(highest_load / kUnit + 1e-9) * kUnit;
  if (curve.not_taken - curve.taken <= kSearchResolution) return std::nullopt;
  return rounded((curve.taken + curve.not_taken) / 2);
}

void take_search(LoadCurve& curve, const CurvePoint& point) {
  if (curve.search.empty()) {
    curve.full_load = point.load;
    curve.full_accepted = point.result.accepted;
  }
  (is_taken(point.result) ? curve.taken : curve.not_taken) = point.load;
  curve.search.push_back(point);
}

std::vector<double> loads_of(const LoadCurve& curve, const CurveLoads& wanted) {
  std::vector<double> loads;
  if (!wanted.outstanding.empty()) return {wanted.outstanding.begin(), wanted.outstanding.end()};
  if (wanted.range) {
    const LoadRange& range = *wanted.range;
    for (int i = 0; range.first + i * range.step <= range.last + kUnit / 2; ++i) {
      loads.push_back(rounded(range.first + i * range.step));
    }
    return loads;
  }
  const double last = curve.not_taken > 0 ? curve.not_taken : curve.full_load;
  for (int i = 1; i <= wanted.points; ++i) loads.push_back(rounded(last * i / wanted.points));
  return loads;
}

}  // namespace

bool is_taken(const TrafficResult& result) {
  return result.verdict != TrafficVerdict::kSaturated &&
         result.latency.mean <= kLatencyFactor * result.zero_load_latency;
}

TrafficOptions at_load(const TrafficOptions& options, double load) {
  TrafficOptions result = options;
  if (options.traffic.closed.on()) {
    result.traffic.closed.outstanding = static_cast<int>(load);
    return result;
  }
  result.traffic.load = load;
  const auto index = static_cast<std::uint64_t>(std::llround(load / kUnit));
  result.traffic.seed = mix_bits(options.traffic.seed + mix_bits(index));
  return result;
}

void bisect_saturation(double highest_load, LoadCurve& curve,
                       const std::function<CurvePoint(double)>& measure) {
  while (const std::optional<double> load = next_of_search(curve, highest_load)) {
    const CurvePoint point = measure(*load);
    check_point("", point);
    take_search(curve, point);
  }
  std::ranges::sort(curve.search, {}, &CurvePoint::load);
}

CurveMeasurement::CurveMeasurement(std::vector<MeasuredSetting> settings, int jobs,
                                   std::function<bool()> interrupted,
                                   std::function<void(const std::string&, const CurvePoint&)> report)
    : settings_(std::move(settings)),
      interrupted_(std::move(interrupted)),
      report_(std::move(report)),
      // Foreign routers may keep something from one run to the next.
      workers_(
          jobs, [this](const std::string& task) { return measured(task); }, interrupted_,
          std::ranges::any_of(settings_, [](const auto& s) { return !s.options.rtl_nodes.empty(); })) {}

std::string CurveMeasurement::measured(const std::string& task) const {
  const auto space = task.find(' ');
  TrafficOptions options = options_of({std::stoul(task.substr(0, space)), std::stod(task.substr(space))});
  options.progress = [&](std::int64_t, std::int64_t, Cycle) { return !interrupted_(); };
  const TrafficResult result = simulate_traffic(options);
  if (result.verdict == TrafficVerdict::kInterrupted) throw InterruptedError();
  return traffic_json(result, options.traffic.closed.on()).dump();
}

std::vector<CurvePoint> CurveMeasurement::measure_all(const std::vector<Task>& tasks) {
  std::vector<std::string> texts;
  for (const Task& task : tasks) texts.push_back(fmt::format("{} {}", task.setting, task.load));
  const auto answers = workers_.answers(texts);
  std::vector<CurvePoint> points;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    points.push_back(
        {tasks[i].load, options_of(tasks[i]).traffic.seed, read_traffic_json(parse_json(answers[i]))});
    const std::string& name = settings_[tasks[i].setting].name;
    check_point(name, points.back());
    report_(name, points.back());
  }
  return points;
}

/// The searches of all settings go on together, so that processes have work.
void CurveMeasurement::search(std::vector<LoadCurve>& curves) {
  while (true) {
    std::vector<Task> tasks;
    for (std::size_t s = 0; s < settings_.size(); ++s) {
      const auto load = next_of_search(curves[s], highest_load(settings_[s].options));
      if (load) tasks.push_back({s, *load});
    }
    if (tasks.empty()) break;
    const std::vector<CurvePoint> points = measure_all(tasks);
    for (std::size_t i = 0; i < tasks.size(); ++i) take_search(curves[tasks[i].setting], points[i]);
  }
  for (LoadCurve& curve : curves) std::ranges::sort(curve.search, {}, &CurvePoint::load);
}

std::int64_t CurveMeasurement::most_measurements(const CurveLoads& loads) const {
  std::int64_t most = 0;
  for (const MeasuredSetting& setting : settings_) {
    LoadCurve curve;
    curve.full_load = highest_load(setting.options);
    most += std::ssize(loads_of(curve, loads));
    if (!loads.outstanding.empty()) continue;
    ++most;
    for (double width = curve.full_load; width > kSearchResolution; width /= 2) ++most;
  }
  return most;
}

std::vector<LoadCurve> CurveMeasurement::measure(const CurveLoads& loads) {
  std::vector<LoadCurve> curves(settings_.size());
  if (loads.outstanding.empty()) search(curves);
  for (std::size_t s = 0; s < settings_.size(); ++s) {
    std::vector<Task> tasks;
    for (const double load : loads_of(curves[s], loads)) tasks.push_back({s, load});
    curves[s].points = measure_all(tasks);
  }
  return curves;
}

}  // namespace torusim
