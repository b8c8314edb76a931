#pragma once
/// Curves over a common axis as SVG and PDF, readable in black and white.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "testbench/results/drawing.h"

namespace torusim {

struct ChartPoint {
  double x = 0, y = 0;
  std::optional<std::pair<double, double>> bar = {};  ///< from its lowest to its highest value
  bool hollow = false;
};

struct ChartSeries {
  std::string name;
  std::vector<ChartPoint> points;  ///< by x
  /// Where marks stand; none: at all points.
  std::optional<std::vector<ChartPoint>> marks = {};
};

/// A dotted line across the frame, at a value of one axis.
struct ChartRule {
  bool of_x = false;
  double at = 0;
  std::string name;
};

struct Chart {
  std::string title;
  std::string x_label, y_label;
  std::vector<ChartSeries> series;
  std::vector<std::string> words = {};  ///< along x instead of numbers; x is an index into them
  std::vector<ChartRule> rules = {};
  std::optional<double> y_end = {};  ///< nothing above is drawn
  bool may_be_logarithmic = true;
};

/// A curve for each series with its own dashes and marks, and a key below. An axis whose values are positive
/// and span more than a factor of 30 is logarithmic, if the chart may be.
Drawing chart_drawing(const Chart& chart);

/// Writes NAME.svg and NAME.pdf into `directory` and throws InputError when it cannot.
void write_chart(const std::filesystem::path& directory, const std::string& name, const Chart& chart);

/// 1, 2 or 5 times a power of ten: about `count` steps up to `range`.
double tick_step(double range, int count);

}  // namespace torusim
