#pragma once
/// Curves over a common axis as SVG and PDF, readable in black and white.

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "testbench/results/drawing.h"

namespace torusim {

struct ChartPoint {
  double x = 0, y = 0;
  std::optional<std::pair<double, double>> bar = {};  ///< error bar from the lowest to the highest value
  bool hollow = false;
};

struct ChartSeries {
  std::string name;
  std::vector<ChartPoint> points;  ///< points in the order of x
  /// Points with marks; nullopt: all points.
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
  std::vector<std::string> words = {};  ///< labels along x instead of numbers; x is an index into them
  std::vector<ChartRule> rules = {};
  std::optional<double> y_end = {};  ///< end of the y axis; nothing above it is drawn
  bool may_be_logarithmic = true;
  /// The texts of ticks, such as "1 MB"; empty: numbers.
  std::function<std::string(double)> x_text = {}, y_text = {};
};

/// Draws a curve for each series, with its own dashes and marks, and a key below. An axis is logarithmic if
/// `may_be_logarithmic` and its values are positive and span more than a factor of 30.
Drawing chart_drawing(const Chart& chart);

/// Writes NAME.svg and NAME.pdf into `directory`. Throws InputError.
void write_chart(const std::filesystem::path& directory, const std::string& name, const Chart& chart);

/// A step of 1, 2 or 5 times a power of ten, with about `count` steps up to `range`.
double tick_step(double range, int count);

}  // namespace torusim
