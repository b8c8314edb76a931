#pragma once
/// A latency-load curve and the load at which a network saturates.
///
/// A load is *taken* when its measurement is not saturated and its mean latency is at most 3 times that of an
/// empty network. Not saturated: accepted >= 0.95 offered, and all measured packets are delivered. The
/// saturation load lies between the highest load that bisection found taken and the lowest that it found not
/// taken.
///
/// Every point depends on the options and its own load alone: its random numbers follow from the seed and the
/// load. Neither the order nor the number of processes can change it.

#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "models/run/traffic_run.h"
#include "testbench/config/run_config.h"

namespace torusim {

struct CurvePoint {
  double load = 0;         ///< offered load as requested, flits per node and cycle
  std::uint64_t seed = 0;  ///< seed with which `torusim traffic` measures the same point
  TrafficResult result;
};

struct LoadCurve {
  std::vector<CurvePoint> points;  ///< points of the curve, by load
  std::vector<CurvePoint> search;  ///< measurements of the bisection, by load
  double taken = 0;                ///< highest load taken; 0: none
  double not_taken = 0;            ///< lowest load not taken; 0: the highest possible load is taken
  double full_load = 0;            ///< the highest load that can be offered
  double full_accepted = 0;        ///< throughput accepted at `full_load`
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

/// The measurement of a curve at one load, with the random numbers of that load.
TrafficOptions at_load(const TrafficOptions& options, double load);
/// Fills all members but `points`: measures loads up to `highest_load` by bisection. Throws what `measure`
/// throws, and PointError if a point deadlocks or fails.
void bisect_saturation(double highest_load, LoadCurve& curve,
                       const std::function<CurvePoint(double)>& measure);

class CurveMeasurement {
 public:
  /// `options`: pattern, network, packets, seed; its load is not used. `interrupted` and `report` (a line for
  /// every point) are called in this process.
  CurveMeasurement(TrafficOptions options, double highest_load, int jobs, std::function<bool()> interrupted,
                   std::function<void(const CurvePoint&)> report);

  /// Throws InterruptedError and PointError.
  LoadCurve measure(const TrafficConfig& config);

 private:
  std::vector<CurvePoint> measure_loads(const std::vector<double>& loads);
  CurvePoint measure_load(double load) { return measure_loads({load}).front(); }

  const TrafficOptions options_;
  const double highest_load_;
  const int jobs_;
  const std::function<bool()> interrupted_;
  const std::function<void(const CurvePoint&)> report_;
};

}  // namespace torusim
