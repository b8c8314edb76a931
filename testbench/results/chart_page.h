#pragma once
/// A page with a table and charts of its columns, in one HTML file that needs no network.
/// CMake assembles its source from testbench/results/page and the chart library.

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace torusim {

struct PageColumn {
  std::string name;
  std::string unit = {};   ///< of an option; empty: none, or in the name
  std::string label = {};  ///< title of its axis; empty: name and unit
  bool number = false;
};

struct ChartPage {
  std::string title;
  std::vector<std::string> notes;  ///< paragraphs below the title
  std::string heading;             ///< of the table
  std::vector<PageColumn> columns;
  std::vector<std::vector<std::string>> rows;
  std::vector<bool> hollow;  ///< of a row: its points are hollow
  std::string hollow_text;   ///< the meaning of hollow points
  /// The first axes: x, one column; y, a chart for each; along, the column that a curve goes along; swept,
  /// the columns that name curves; cycle_ns, for axes in ns.
  nlohmann::ordered_json settings;
};

/// The page, whose reader can choose other axes.
std::string chart_page(const ChartPage& page);

extern const std::string_view kChartStyle;    ///< CSS
extern const std::string_view kChartScript;   ///< JavaScript, behind the table
extern const std::string_view kChartLibrary;  ///< Chart.js; its head names its version, authors and licence
extern const std::string_view kChartLicence;  ///< the licence text

}  // namespace torusim
