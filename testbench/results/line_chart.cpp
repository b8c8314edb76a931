#include "testbench/results/line_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace torusim {
namespace {

constexpr double kWidth = 860, kHeight = 420, kLeft = 84, kRight = 250, kTop = 16, kBottom = 52;
constexpr double kLogarithmic = 30;
constexpr double kManyDecades = 4;  // more of them leave room for powers of ten only
// No two counts have a common divisor: colours, forms and dashes together are the same again after 8 x 9 x 7
// series.
constexpr const char* kDashes[] = {"none", "7 4", "2 3", "9 3 2 3", "12 5", "4 2", "12 3 2 3 2 3"};
constexpr const char* kColours[] = {"#000000", "#0b6fb8", "#c2410c", "#15803d",
                                    "#7e22ce", "#8a6d00", "#be185d", "#0e7490"};

/// From values to places on the paper.
class Axis {
 public:
  Axis(double low, double high, double from, double to, bool from_zero) : from_(from), to_(to) {
    logarithmic_ = low > 0 && high > kLogarithmic * low;
    if (from_zero && !logarithmic_) low = std::min(low, 0.0);
    if (!(high > low)) high = low + 1;
    const double margin = (scaled(high) - scaled(low)) * 0.04;
    low_ = scaled(low) - (from_zero ? 0 : margin);
    high_ = scaled(high) + margin;
  }
  double place(double value) const { return from_ + (scaled(value) - low_) / (high_ - low_) * (to_ - from_); }
  std::vector<double> ticks() const {
    std::vector<double> ticks;
    if (logarithmic_) {
      for (double power = std::floor(low_); power <= high_; ++power) {
        for (const double factor : {1.0, 2.0, 5.0}) {
          if (factor > 1 && high_ - low_ > kManyDecades) break;
          const double tick = factor * std::pow(10, power);
          if (scaled(tick) >= low_ - 1e-9 && scaled(tick) <= high_) ticks.push_back(tick);
        }
      }
      return ticks;
    }
    const double step = tick_step(high_ - low_, 7);
    for (double tick = std::ceil(low_ / step) * step; tick <= high_; tick += step) ticks.push_back(tick);
    return ticks;
  }

 private:
  double scaled(double value) const { return logarithmic_ ? std::log10(value) : value; }

  double from_, to_, low_ = 0, high_ = 1;
  bool logarithmic_ = false;
};

class Drawing {
 public:
  explicit Drawing(const Chart& chart) : chart_(chart), x_(axis(true)), y_(axis(false)) {}

  std::string svg() {
    put("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
        "font-family=\"sans-serif\" font-size=\"12\" stroke=\"black\" fill=\"none\">\n",
        kWidth, kHeight);
    put("<rect width=\"{}\" height=\"{}\" fill=\"white\" stroke=\"none\"/>\n", kWidth, kHeight);
    frame();
    for (std::size_t i = 0; i < chart_.series.size(); ++i) series(i);
    out_ += "</svg>\n";
    return out_;
  }

 private:
  Axis axis(bool x) const {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const ChartSeries& series : chart_.series) {
      const auto take = [&](const auto& points) {
        for (const auto& [at, value] : points) {
          low = std::min(low, x ? at : value);
          high = std::max(high, x ? at : value);
        }
      };
      take(series.points);
      if (series.marks) take(*series.marks);
    }
    if (low > high) low = high = 0;
    const bool from_zero = !x || low < high / 2;
    return x ? Axis(low, high, kLeft, kWidth - kRight, from_zero)
             : Axis(low, high, kHeight - kBottom, kTop, from_zero);
  }

  template <typename... Arguments>
  void put(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
  }
  void line(double x1, double y1, double x2, double y2, const char* style) {
    put("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" {}/>\n", x1, y1, x2, y2, style);
  }
  void label(double x, double y, const char* anchor, const std::string& text) {
    put("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" stroke=\"none\" fill=\"black\">{}</text>\n", x, y,
        anchor, xml_text(text));
  }

  void frame() {
    const double right = kWidth - kRight, bottom = kHeight - kBottom;
    for (const double tick : x_.ticks()) {
      line(x_.place(tick), kTop, x_.place(tick), bottom, "stroke=\"#dddddd\"");
      label(x_.place(tick), bottom + 17, "middle", fmt::format("{:.6g}", tick));
    }
    for (const double tick : y_.ticks()) {
      line(kLeft, y_.place(tick), right, y_.place(tick), "stroke=\"#dddddd\"");
      label(kLeft - 8, y_.place(tick) + 4, "end", fmt::format("{:.6g}", tick));
    }
    put("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", kLeft, kTop, right - kLeft, bottom - kTop);
    label((kLeft + right) / 2, kHeight - 12, "middle", chart_.x_label);
    put("<text transform=\"translate(16 {:.1f}) rotate(-90)\" text-anchor=\"middle\" stroke=\"none\" "
        "fill=\"black\">{}</text>\n",
        (kTop + bottom) / 2, xml_text(chart_.y_label));
  }

  void series(std::size_t i) {
    const std::string style = fmt::format("stroke=\"{}\" stroke-width=\"1.6\" stroke-dasharray=\"{}\"",
                                          kColours[i % std::size(kColours)], kDashes[i % std::size(kDashes)]);
    std::string path;
    for (const auto& [x, y] : chart_.series[i].points) {
      path += fmt::format("{:.1f},{:.1f} ", x_.place(x), y_.place(y));
    }
    put("<polyline points=\"{}\" {}/>\n", path, style);
    const ChartSeries& drawn = chart_.series[i];
    for (const auto& [x, y] : drawn.marks ? *drawn.marks : drawn.points) mark(i, x_.place(x), y_.place(y));
    const double top = kTop + 10 + 18 * static_cast<double>(i), left = kWidth - kRight + 14;
    if (top > kHeight - 10) return;  // the table beside the chart names them all
    line(left, top, left + 30, top, style.c_str());
    mark(i, left + 15, top);
    label(left + 38, top + 4, "start", chart_.series[i].name);
  }

  void mark(std::size_t i, double x, double y) {
    const char* const colour = kColours[i % std::size(kColours)];
    const char* const fill = i / 3 % 3 == 0 ? colour : i / 3 % 3 == 1 ? "white" : "#cccccc";
    if (i % 3 == 0) {
      put("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" stroke=\"{}\" fill=\"{}\"/>\n", x, y, colour, fill);
    } else if (i % 3 == 1) {
      put("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"7\" height=\"7\" stroke=\"{}\" fill=\"{}\"/>\n", x - 3.5,
          y - 3.5, colour, fill);
    } else {
      put("<path d=\"M{:.1f} {:.1f}l4 7h-8z\" stroke=\"{}\" fill=\"{}\"/>\n", x, y - 4, colour, fill);
    }
  }

  const Chart& chart_;
  const Axis x_, y_;
  std::string out_;
};

}  // namespace

std::string chart_svg(const Chart& chart) { return Drawing(chart).svg(); }

double tick_step(double range, int count) {
  const double rough = range / count, power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough) return factor * power;
  }
  return 10 * power;
}

std::string xml_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

}  // namespace torusim
