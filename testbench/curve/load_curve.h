#pragma once
/// Latency-load curves and the loads at which networks saturate; latencies of closed loops.
///
/// A load is *taken* when its measurement is not saturated and its mean latency is at most 3 times that of an
/// empty network. Not saturated: accepted >= 0.95 offered, and all measured packets are delivered. The
/// saturation load lies between the highest load that bisection found taken and the lowest that it found not
/// taken.
///
/// Every point depends on the options and its own load alone: its random numbers follow from the seed and the
/// load. Neither the order nor the number of processes can change it.

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/run/traffic_run.h"
#include "testbench/config/run_config.h"
#include "testbench/process/worker_processes.h"

namespace torusim {

struct CurvePoint {
  /// Offered load as requested, flits per node and cycle. Closed loop: the outstanding requests of a node.
  double load = 0;
  std::uint64_t seed = 0;  ///< seed with which `torusim traffic` measures the same point
  TrafficResult result;
};

/// The curve of a setting.
struct LoadCurve {
  std::vector<CurvePoint> points;  ///< points of the curve, by load
  std::vector<CurvePoint> search;  ///< measurements of the bisection, by load; empty: closed loop
  double taken = 0;                ///< highest load taken; 0: none
  double not_taken = 0;            ///< lowest load not taken; 0: the highest possible load is taken
  double full_load = 0;            ///< the highest load that can be offered
  double full_accepted = 0;        ///< throughput accepted at `full_load`

  double zero_load_latency() const { return points.front().result.zero_load_latency; }
};

/// A point deadlocked or failed.
class PointError : public std::runtime_error {
 public:
  PointError(TrafficVerdict verdict, const std::string& what) : std::runtime_error(what), verdict_(verdict) {}
  TrafficVerdict verdict() const { return verdict_; }

 private:
  TrafficVerdict verdict_;
};

constexpr double kLatencyFactor = 3;         ///< limit of a taken load, as a factor of the zero-load latency
constexpr double kSearchResolution = 0.005;  ///< flits per node and cycle

bool is_taken(const TrafficResult& result);

/// The measurement of a curve at one load, with the random numbers of that load. Closed loop: with so many
/// outstanding requests.
TrafficOptions at_load(const TrafficOptions& options, double load);
/// Fills all members but `points`: measures loads up to `highest_load` by bisection. Throws what `measure`
/// throws, and PointError if a point deadlocks or fails.
void bisect_saturation(double highest_load, LoadCurve& curve,
                       const std::function<CurvePoint(double)>& measure);

/// The loads of the points of a curve.
struct CurveLoads {
  std::optional<LoadRange> range;  ///< empty: `points` loads up to saturation
  int points = 10;
  std::vector<int> outstanding;  ///< of a closed loop, in place of loads
};

/// A setting that is measured; its load is not used.
struct MeasuredSetting {
  std::string name;  ///< for messages; empty: the only setting
  TrafficOptions options;
};

class CurveMeasurement {
 public:
  /// `interrupted` and `report` (called for every point with the name of its setting) run in this process.
  CurveMeasurement(std::vector<MeasuredSetting> settings, int jobs, std::function<bool()> interrupted,
                   std::function<void(const std::string& name, const CurvePoint&)> report);

  /// The greatest number of measurements.
  std::int64_t most_measurements(const CurveLoads& loads) const;
  /// A curve for each setting. Throws InterruptedError and PointError.
  std::vector<LoadCurve> measure(const CurveLoads& loads);

 private:
  struct Task {
    std::size_t setting;
    double load;
  };
  TrafficOptions options_of(const Task& task) const {
    return at_load(settings_[task.setting].options, task.load);
  }
  /// The answer of a worker to a setting and a load.
  std::string measured(const std::string& task) const;
  std::vector<CurvePoint> measure_all(const std::vector<Task>& tasks);
  void search(std::vector<LoadCurve>& curves);

  const std::vector<MeasuredSetting> settings_;
  const std::function<bool()> interrupted_;
  const std::function<void(const std::string&, const CurvePoint&)> report_;
  Workers workers_;
};

}  // namespace torusim
