#pragma once
/// Source of pages with charts, assembled by CMake from testbench/results/page and the chart
/// library.

#include <string_view>

namespace torusim {

extern const std::string_view kChartStyle;    ///< CSS
extern const std::string_view kChartScript;   ///< JavaScript, behind the table
extern const std::string_view kChartLibrary;  ///< Chart.js; its head names its version, authors and licence
extern const std::string_view kChartLicence;  ///< the licence text

}  // namespace torusim
