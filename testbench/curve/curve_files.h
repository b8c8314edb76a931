#pragma once
/// The tables and files of `torusim curve`. docs/columns.md explains them.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "testbench/config/units.h"
#include "testbench/curve/load_curve.h"

namespace torusim {

/// The curve of a setting.
struct RecordedCurve {
  std::vector<std::string> values;  ///< of CurveRecord::columns
  std::string name;                 ///< the values in words; empty for the only setting
  LoadCurve curve;
  nlohmann::ordered_json failures = {};  ///< failures of the network (run_record.h), else null
};

struct CurveRecord {
  std::string title;
  std::vector<std::string> columns;  ///< options that differ among the settings
  std::vector<RecordedCurve> curves;
  bool closed = false;  ///< a closed loop: x is outstanding requests
  std::uint64_t seed = 0;
  nlohmann::ordered_json config;  ///< resolved options
  Scale scale = {};               ///< units: the table has ns and GB/s too, the chart has them instead
  bool monitored = false;         ///< a monitor checked the routers
  std::set<std::string> warnings = {};

  bool several() const { return !columns.empty(); }
};

/// The points of all curves for people, a row for each, and what else is known of a curve.
std::string points_text(const CurveRecord& record);
std::string saturation_text(const CurveRecord& record);

/// run.json with `points` too: an object for each row of curve.csv.
nlohmann::ordered_json curve_json(const CurveRecord& record);

/// Writes run.json, curve.csv, search.csv (the bisection in the same columns), the page curve.html and the
/// charts (curve_chart.cpp) into `directory`. Throws InputError.
void write_curves(const std::filesystem::path& directory, const CurveRecord& record);
/// curve.svg and curve.pdf; closed loop: throughput.svg and throughput.pdf too.
void write_curve_charts(const std::filesystem::path& directory, const CurveRecord& record);

/// Whether the point is not one of a network that carries its traffic.
bool is_hollow(const CurveRecord& record, const TrafficResult& result);

}  // namespace torusim
