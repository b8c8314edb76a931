#include "testbench/results/line_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

#include "testbench/results/output_file.h"

namespace torusim {
namespace {

constexpr double kWidth = 560, kFrameHeight = 330, kRight = 16, kAboveFrame = 12, kBelowFrame = 60;
constexpr double kLine = 18;    // of text
constexpr double kSample = 52;  // of a series in the key, and the gap behind it
constexpr double kMarkRadius = 3.5;
constexpr double kLogarithmic = 30;
constexpr double kManyDecades = 3;  // more of them leave room for powers of ten only
// No two counts have a common divisor: colours, forms and dashes together are the same again after 8 x 9 x 7
// series.
constexpr const char* kDashes[] = {"", "7 4", "2 3", "9 3 2 3", "12 5", "4 2", "12 3 2 3 2 3"};
constexpr std::uint32_t kColours[] = {0x000000, 0x0b6fb8, 0xc2410c, 0x15803d,
                                      0x7e22ce, 0x8a6d00, 0xbe185d, 0x0e7490};
constexpr std::uint32_t kGrid = 0xdddddd, kGrey = 0xcccccc, kWhite = 0xffffff;

/// From values to places on the paper.
class Axis {
 public:
  Axis() = default;
  Axis(double low, double high, bool from_zero, bool may_be_logarithmic) {
    logarithmic_ = may_be_logarithmic && low > 0 && high > kLogarithmic * low;
    if (from_zero && !logarithmic_) low = std::min(low, 0.0);
    if (!(high > low)) high = low + 1;
    const double margin = (scaled(high) - scaled(low)) * 0.04;
    low_ = scaled(low) - (from_zero ? 0 : margin);
    high_ = scaled(high) + margin;
  }
  void lie(double from, double to) {
    from_ = from;
    to_ = to;
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
    for (double i = std::ceil(low_ / step); i * step <= high_; ++i) ticks.push_back(i * step);
    return ticks;
  }

 private:
  double scaled(double value) const { return logarithmic_ ? std::log10(value) : value; }

  double from_ = 0, to_ = 1, low_ = 0, high_ = 1;
  bool logarithmic_ = false;
};

/// Readers of SVG take a font that is a little wider, or narrower.
double room_for(const std::string& text) { return 1.2 * text_width(text); }

/// The text in lines of at most this width, unless a word is longer.
std::vector<std::string> lines_of(const std::string& text, double width) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t blank = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, blank - at);
    if (!lines.empty() && room_for(lines.back() + " " + word) <= width) {
      lines.back() += " " + word;
    } else {
      lines.push_back(word);
    }
    at = blank + 1;
  }
  return lines;
}

std::string tick_text(double tick, const std::function<std::string(double)>& own) {
  return own ? own(tick) : fmt::format("{:.6g}", tick);
}

class Picture {
 public:
  explicit Picture(const Chart& chart)
      : chart_(chart), title_(lines_of(chart.title, kWidth - 2 * kRight)), x_(axis(true)), y_(axis(false)) {
    double widest = 0;
    for (const double tick : y_.ticks()) widest = std::max(widest, room_for(tick_text(tick, chart.y_text)));
    left_ = 34 + widest;
    top_ = kAboveFrame + kLine * static_cast<double>(title_.size());
    bottom_ = top_ + kFrameHeight;
    x_.lie(left_, kRightEnd);
    y_.lie(bottom_, top_);
    double longest = 0;
    for (const ChartSeries& series : chart.series) {
      longest = std::max(longest, room_for(series.name));
      has_hollow_ |= std::ranges::any_of(series.points, &ChartPoint::hollow);
    }
    column_ = kSample + longest;
    const auto columns = static_cast<std::size_t>((kWidth - kRight - kLeftOfKey) / column_);
    columns_ = std::clamp<std::size_t>(columns, 1, std::max<std::size_t>(chart.series.size(), 1));
    width_ = std::max(kWidth, kLeftOfKey + column_);
  }

  Drawing drawing() {
    const std::size_t rows = (chart_.series.size() + columns_ - 1) / columns_;
    Drawing drawing(std::ceil(width_), bottom_ + kBelowFrame + kLine * static_cast<double>(rows));
    out_ = &drawing;
    frame();
    for (const ChartRule& each : chart_.rules) rule(each);
    for (std::size_t i = 0; i < chart_.series.size(); ++i) series(i);
    return drawing;
  }

 private:
  static constexpr double kRightEnd = kWidth - kRight, kLeftOfKey = 16;

  double shown(double y) const { return std::min(y, chart_.y_end.value_or(y)); }
  bool inside(double y) const { return y_.place(y) >= top_; }

  Axis axis(bool x) const {
    if (x && !chart_.words.empty()) {
      return {-0.5, static_cast<double>(chart_.words.size()) - 0.5, false, false};
    }
    double low = std::numeric_limits<double>::infinity(), high = -low;
    const auto take = [&](double value) {
      low = std::min(low, value);
      high = std::max(high, value);
    };
    for (const ChartSeries& series : chart_.series) {
      for (const auto& points : {series.points, series.marks.value_or(series.points)}) {
        for (const ChartPoint& point : points) {
          take(x ? point.x : shown(point.y));
          if (x || !point.bar) continue;
          take(point.bar->first);
          take(shown(point.bar->second));
        }
      }
    }
    for (const ChartRule& rule : chart_.rules) {
      if (rule.of_x == x) take(rule.at);
    }
    if (low > high) low = high = 0;
    return {low, high, !x || low < high / 2, chart_.may_be_logarithmic};
  }

  void x_tick(double at, const std::string& text) {
    out_->line(x_.place(at), top_, x_.place(at), bottom_, {kGrid});
    out_->text(x_.place(at), bottom_ + 17, Anchor::kMiddle, text);
  }

  void frame() {
    for (std::size_t i = 0; i < title_.size(); ++i) {
      out_->text(kLeftOfKey, kLine * static_cast<double>(i + 1), Anchor::kStart, title_[i]);
    }
    for (std::size_t i = 0; i < chart_.words.size(); ++i) x_tick(static_cast<double>(i), chart_.words[i]);
    if (chart_.words.empty()) {
      for (const double tick : x_.ticks()) x_tick(tick, tick_text(tick, chart_.x_text));
    }
    for (const double tick : y_.ticks()) {
      out_->line(left_, y_.place(tick), kRightEnd, y_.place(tick), {kGrid});
      out_->text(left_ - 8, y_.place(tick) + 4, Anchor::kEnd, tick_text(tick, chart_.y_text));
    }
    out_->area({{left_, top_}, {kRightEnd, top_}, {kRightEnd, bottom_}, {left_, bottom_}}, {});
    out_->text((left_ + kRightEnd) / 2, bottom_ + 36, Anchor::kMiddle, chart_.x_label);
    out_->upright_text(18, (top_ + bottom_) / 2, chart_.y_label);
  }

  void rule(const ChartRule& rule) {
    const Pen pen{0, 1, "2 4"};
    if (rule.of_x) {
      const double x = x_.place(rule.at);
      out_->line(x, top_, x, bottom_, pen);
      out_->text(x - 6, bottom_ - 10, Anchor::kEnd, rule.name);
    } else {
      const double y = y_.place(rule.at);
      out_->line(left_, y, kRightEnd, y, pen);
      out_->text(left_ + 6, y + 14, Anchor::kStart, rule.name);
    }
  }

  Pen pen(std::size_t i) const {
    return {kColours[i % std::size(kColours)], 1.6, kDashes[i % std::size(kDashes)]};
  }

  void series(std::size_t i) {
    const ChartSeries& drawn = chart_.series[i];
    // The line is cut where it leaves the frame, and goes on where it comes back.
    std::vector<Drawing::Place> path;
    for (std::size_t p = 0; p < drawn.points.size(); ++p) {
      const ChartPoint& point = drawn.points[p];
      const bool here = inside(point.y);
      if (p > 0 && here != inside(drawn.points[p - 1].y))
        path.push_back(crossing(drawn.points[p - 1], point));
      if (here) path.emplace_back(x_.place(point.x), y_.place(point.y));
      if (!here && !path.empty()) out_->path(std::exchange(path, {}), pen(i));
    }
    if (!path.empty()) out_->path(std::move(path), pen(i));
    for (const ChartPoint& point : drawn.marks ? *drawn.marks : drawn.points) {
      if (!inside(point.y)) continue;
      const double x = x_.place(point.x);
      if (point.bar) bar(i, x, *point.bar);
      mark(i, x, y_.place(point.y), point.hollow);
    }
    const double y = bottom_ + kBelowFrame + kLine * static_cast<double>(i / columns_);
    const double x = kLeftOfKey + column_ * static_cast<double>(i % columns_);
    out_->line(x, y, x + 30, y, pen(i));
    mark(i, x + 15, y, false);
    out_->text(x + 38, y + 4, Anchor::kStart, drawn.name);
  }

  /// The place between two points at which the line crosses the upper edge of the frame.
  Drawing::Place crossing(const ChartPoint& a, const ChartPoint& b) const {
    const double from = y_.place(a.y), share = (top_ - from) / (y_.place(b.y) - from);
    return {x_.place(a.x) + share * (x_.place(b.x) - x_.place(a.x)), top_};
  }

  void bar(std::size_t i, double x, const std::pair<double, double>& ends) {
    const Pen pen{kColours[i % std::size(kColours)]};
    out_->line(x, y_.place(ends.first), x, std::max(y_.place(ends.second), top_), pen);
    for (const double end : {ends.first, ends.second}) {
      if (inside(end)) out_->line(x - 4, y_.place(end), x + 4, y_.place(end), pen);
    }
  }

  void mark(std::size_t i, double x, double y, bool hollow) {
    Pen pen{kColours[i % std::size(kColours)]};
    const std::uint32_t fills[] = {pen.colour, has_hollow_ ? kGrey : kWhite, kGrey};
    pen.fill = hollow ? kWhite : fills[i / 3 % 3];
    const double r = kMarkRadius;
    if (i % 3 == 0) {
      out_->circle(x, y, r, pen);
    } else if (i % 3 == 1) {
      out_->area({{x - r, y - r}, {x + r, y - r}, {x + r, y + r}, {x - r, y + r}}, pen);
    } else {
      out_->area({{x, y - 4}, {x + 4, y + 3}, {x - 4, y + 3}}, pen);
    }
  }

  const Chart& chart_;
  const std::vector<std::string> title_;
  Axis x_, y_;
  double left_ = 0, top_ = 0, bottom_ = 0, width_ = 0;
  double column_ = 0;  ///< of the key, its width
  std::size_t columns_ = 1;
  bool has_hollow_ = false;  ///< white marks mean something else than a series
  Drawing* out_ = nullptr;
};

}  // namespace

Drawing chart_drawing(const Chart& chart) { return Picture(chart).drawing(); }

void write_chart(const std::filesystem::path& directory, const std::string& name, const Chart& chart) {
  const Drawing drawing = chart_drawing(chart);
  for (const auto& [ending, text] : {std::pair{".svg", drawing.svg()}, {".pdf", drawing.pdf()}}) {
    OutputFile file(directory / (name + ending));
    file.write(text);
    file.close();
  }
}

double tick_step(double range, int count) {
  const double rough = range / count, power = std::pow(10, std::floor(std::log10(rough)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough) return factor * power;
  }
  return 10 * power;
}

}  // namespace torusim
