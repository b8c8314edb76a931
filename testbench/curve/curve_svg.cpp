#include <algorithm>
#include <cmath>

#include "testbench/curve/curve_files.h"
#include "testbench/results/line_chart.h"
#include "testbench/results/output_file.h"

namespace torusim {
namespace {

constexpr const char* kSolid = "none";  // pattern of dashes
constexpr double kWidth = 720, kHeight = 440;
constexpr double kLeft = 64, kRight = 20, kTop = 40, kBottom = 52;

/// What is written at an axis: the unit, and how much of it one flit per node and cycle, or one cycle, is.
struct AxisUnit {
  std::string text;
  double worth = 1;
};

AxisUnit load_unit(const Scale& scale) {
  constexpr double kGiga = 1e9;
  if (!scale.timed() || !scale.sized()) return {"flits per node and cycle"};
  return {"GB/s per node", scale.rate(1) / kGiga};
}
AxisUnit time_unit(const Scale& scale) {
  return scale.timed() ? AxisUnit{"ns", scale.nanoseconds(1)} : AxisUnit{"cycles"};
}

class Picture {
 public:
  Picture(const std::filesystem::path& path, double last_load, double last_latency, const Scale& scale)
      : file_(path),
        last_load_(last_load),
        last_latency_(last_latency),
        load_(load_unit(scale)),
        time_(time_unit(scale)) {}

  void begin(const std::string& title) {
    file_.print(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
        "font-family=\"sans-serif\" font-size=\"12\" stroke=\"black\" fill=\"none\">\n"
        "<rect width=\"{0}\" height=\"{1}\" fill=\"white\" stroke=\"none\"/>\n",
        kWidth, kHeight);
    label(kLeft, 22, "start", title);
    file_.print("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n", kLeft, kTop,
                kWidth - kLeft - kRight, kHeight - kTop - kBottom);
    const double last_load = last_load_ * load_.worth, last_latency = last_latency_ * time_.worth;
    const double load_step = tick_step(last_load, 8), latency_step = tick_step(last_latency, 6);
    for (int i = 0; i * load_step <= last_load; ++i) {
      const double at = x(i * load_step / load_.worth);
      line(at, kHeight - kBottom, at, kHeight - kBottom + 5, kSolid);
      label(at, kHeight - kBottom + 19, "middle", fmt::format("{:.4g}", i * load_step));
    }
    for (int i = 0; i * latency_step <= last_latency; ++i) {
      const double at = y(i * latency_step / time_.worth);
      line(kLeft - 5, at, kLeft, at, kSolid);
      label(kLeft - 9, at + 4, "end", fmt::format("{:.4g}", i * latency_step));
    }
    label((kLeft + kWidth - kRight) / 2, kHeight - 12, "middle",
          fmt::format("offered load [{}]", load_.text));
    file_.print(
        "<text transform=\"translate(16 {:.1f}) rotate(-90)\" text-anchor=\"middle\" stroke=\"none\" "
        "fill=\"black\">latency [{}]</text>\n",
        (kTop + kHeight - kBottom) / 2, time_.text);
  }

  void zero_load(double latency) {
    line(kLeft, y(latency), kWidth - kRight, y(latency), "2 4");
    label(kLeft + 6, y(latency) + 14, "start", fmt::format("zero load: {:.1f}", latency * time_.worth));
  }

  void saturation(const LoadCurve& curve) {
    if (curve.not_taken <= 0) return;
    const double middle = (curve.taken + curve.not_taken) / 2;
    line(x(middle), kTop, x(middle), kHeight - kBottom, "6 4");
    label(x(middle) - 6, kHeight - kBottom - 10, "end",
          fmt::format("saturation: {:.3f}", middle * load_.worth));
  }

  /// `latency_of` a point; loads that are not taken have hollow marks. What is above the frame ends there.
  template <typename Latency>
  void curve(const std::vector<CurvePoint>& points, const char* dashes, bool intervals, Latency latency_of) {
    std::string path;
    for (const CurvePoint& point : points) {
      if (point.result.measured == 0) continue;
      const double latency = latency_of(point.result), at = x(point.load);
      path += fmt::format("{:.1f},{:.1f} ", at, y(latency));
      if (latency > last_latency_) break;  // the line leaves the picture here
    }
    file_.print("<polyline points=\"{}\" stroke-dasharray=\"{}\"/>\n", path, dashes);
    for (const CurvePoint& point : points) {
      const double latency = latency_of(point.result), at = x(point.load);
      if (point.result.measured == 0 || latency > last_latency_) continue;
      if (intervals) {
        const double half = point.result.latency.half_width.value_or(0);
        line(at, y(latency - half), at, y(latency + half), kSolid);
        line(at - 4, y(latency - half), at + 4, y(latency - half), kSolid);
        line(at - 4, y(latency + half), at + 4, y(latency + half), kSolid);
      }
      file_.print("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3.5\" fill=\"{}\"/>\n", at, y(latency),
                  is_taken(point.result) ? "black" : "white");
    }
  }

  void key(double top, const char* dashes, const char* text) {
    line(kLeft + 12, top, kLeft + 44, top, dashes);
    label(kLeft + 52, top + 4, "start", text);
  }

  void end() {
    file_.write("</svg>\n");
    file_.close();
  }

 private:
  double x(double load) const { return kLeft + load / last_load_ * (kWidth - kLeft - kRight); }
  double y(double latency) const {
    const double share = std::min(latency / last_latency_, 1.0);
    return kHeight - kBottom - share * (kHeight - kTop - kBottom);
  }
  void line(double x1, double y1, double x2, double y2, const char* dashes) {
    file_.print("<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke-dasharray=\"{}\"/>\n",
                x1, y1, x2, y2, dashes);
  }
  void label(double at_x, double at_y, const char* anchor, const std::string& text) {
    file_.print(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" stroke=\"none\" fill=\"black\">{}</text>\n", at_x,
        at_y, anchor, text);
  }

  OutputFile file_;
  const double last_load_, last_latency_;
  const AxisUnit load_, time_;
};

}  // namespace

void write_curve_svg(const std::filesystem::path& directory, const CurveRecord& record) {
  const LoadCurve& curve = record.curve;
  const double zero_load = curve.search.front().result.zero_load_latency;
  Picture picture(directory / "curve.svg", 1.08 * std::max(curve.points.back().load, curve.taken),
                  5 * zero_load, record.scale);
  picture.begin(record.title);
  picture.zero_load(zero_load);
  picture.saturation(curve);
  picture.curve(curve.points, kSolid, true, [](const TrafficResult& result) { return result.latency.mean; });
  picture.curve(curve.points, "5 3", false,
                [](const TrafficResult& result) { return static_cast<double>(result.latency.p99); });
  picture.key(kTop + 18, kSolid, "mean, with its 95 % confidence interval");
  picture.key(kTop + 36, "5 3", "99th percentile");
  picture.end();
}

}  // namespace torusim
