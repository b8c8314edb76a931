#pragma once
/// The files of a latency-load curve. docs/columns.md explains them.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "testbench/config/units.h"
#include "testbench/curve/load_curve.h"

namespace torusim {

struct CurveRecord {
  std::string title;  ///< title of the chart
  const LoadCurve& curve;
  std::uint64_t seed = 0;
  nlohmann::ordered_json config;         ///< resolved options
  Scale scale = {};                      ///< units: the table has ns and GB/s too, the chart has them instead
  bool monitored = false;                ///< a monitor checked the routers
  nlohmann::ordered_json failures = {};  ///< failures of the network (run_record.h), else null
};

/// Each function writes its file into `directory`. Throws InputError.
void write_curve_json(const std::filesystem::path& directory, const CurveRecord& record);
/// run.json of a directory with several curves.
void write_curves_json(const std::filesystem::path& directory, const std::string& title,
                       const nlohmann::ordered_json& config);
/// curve.csv with the points, and search.csv with the measurements of the bisection in the same columns.
void write_curve_csv(const std::filesystem::path& directory, const CurveRecord& record);
/// curve.svg and curve.pdf.
void write_curve_chart(const std::filesystem::path& directory, const CurveRecord& record);

}  // namespace torusim
