#pragma once
/// Source of the page of a sweep, assembled by CMake from testbench/sweep/page and the chart
/// library.

#include <string_view>

namespace torusim {

extern const std::string_view kSweepStyle;    ///< CSS
extern const std::string_view kSweepScript;   ///< JavaScript, behind the table
extern const std::string_view kChartLibrary;  ///< Chart.js; its head names its version, authors and licence
extern const std::string_view kChartLicence;  ///< the licence text

}  // namespace torusim
