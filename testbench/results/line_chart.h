#pragma once
/// Curves over a common axis as SVG, readable in black and white.

#include <optional>
#include <string>
#include <vector>

namespace torusim {

struct ChartSeries {
  std::string name;
  std::vector<std::pair<double, double>> points;  ///< by x
  /// Where marks stand; none: at all points.
  std::optional<std::vector<std::pair<double, double>>> marks = {};
};

struct Chart {
  std::string x_label, y_label;
  std::vector<ChartSeries> series;
};

/// An <svg> element: a curve for each series with its own dashes and marks, and a key beside them. An axis
/// whose values are positive and span more than a factor of 30 is logarithmic.
std::string chart_svg(const Chart& chart);

/// 1, 2 or 5 times a power of ten: about `count` steps up to `range`.
double tick_step(double range, int count);

/// Text as it stands in XML.
std::string xml_text(std::string_view text);

}  // namespace torusim
