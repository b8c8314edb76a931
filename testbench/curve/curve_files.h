#pragma once
/// The files of a latency-load curve. docs/columns.md explains them.

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "testbench/config/units.h"
#include "testbench/curve/load_curve.h"

namespace torusim {

struct CurveRecord {
  std::string title;  ///< of the picture
  const LoadCurve& curve;
  std::uint64_t seed = 0;
  nlohmann::ordered_json config;         ///< resolved
  Scale scale = {};                      ///< with it the table has ns and GB/s too, and the picture instead
  bool monitored = false;                ///< the routers were held to their contract
  nlohmann::ordered_json failures = {};  ///< of a network with failures, else null
};

/// Each writes one file into `directory` and throws InputError when it cannot.
void write_curve_json(const std::filesystem::path& directory, const CurveRecord& record);
/// run.json of the directory of several curves.
void write_curves_json(const std::filesystem::path& directory, const std::string& title,
                       const nlohmann::ordered_json& config);
/// curve.csv: the points; search.csv with the same columns: what the bisection measured.
void write_curve_csv(const std::filesystem::path& directory, const CurveRecord& record);
/// curve.svg and curve.pdf.
void write_curve_chart(const std::filesystem::path& directory, const CurveRecord& record);

}  // namespace torusim
