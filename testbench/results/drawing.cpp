#include "testbench/results/drawing.h"

#include <fmt/format.h>

#include "schedules/core/clean_text.h"

namespace torusim {
namespace {

std::string style(const Pen& pen) {
  std::string text;
  if (pen.colour != 0) text += fmt::format(" stroke=\"#{:06x}\"", pen.colour);
  if (pen.width != 1) text += fmt::format(" stroke-width=\"{}\"", pen.width);
  if (*pen.dashes != 0) text += fmt::format(" stroke-dasharray=\"{}\"", pen.dashes);
  if (pen.fill != Pen::kNone) text += fmt::format(" fill=\"#{:06x}\"", pen.fill);
  return text;
}

}  // namespace

void Drawing::path(std::vector<Place> places, const Pen& pen) {
  if (!places.empty()) shapes_.push_back({Shape::Kind::kPath, std::move(places), 0, pen});
}
void Drawing::area(std::vector<Place> places, const Pen& pen) {
  shapes_.push_back({Shape::Kind::kArea, std::move(places), 0, pen});
}
void Drawing::line(double x1, double y1, double x2, double y2, const Pen& pen) {
  path({{x1, y1}, {x2, y2}}, pen);
}
void Drawing::circle(double x, double y, double radius, const Pen& pen) {
  shapes_.push_back({Shape::Kind::kCircle, {{x, y}}, radius, pen});
}
void Drawing::text(double x, double y, Anchor anchor, std::string text) {
  shapes_.push_back({Shape::Kind::kText, {{x, y}}, 0, {}, anchor, std::move(text)});
}
void Drawing::upright_text(double x, double y, std::string text) {
  shapes_.push_back({Shape::Kind::kUprightText, {{x, y}}, 0, {}, Anchor::kMiddle, std::move(text)});
}

std::string Drawing::svg() const {
  static constexpr const char* kAnchors[] = {"start", "middle", "end"};
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "style=\"max-width:100%;height:auto\" font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" "
      "stroke=\"black\" fill=\"none\">\n<rect width=\"{0}\" height=\"{1}\" fill=\"white\" "
      "stroke=\"none\"/>\n",
      width_, height_);
  for (const Shape& shape : shapes_) {
    const auto& [x, y] = shape.places.front();
    switch (shape.kind) {
      case Shape::Kind::kPath:
      case Shape::Kind::kArea: {
        std::string places;
        for (const auto& [px, py] : shape.places) {
          places += fmt::format("{}{:.1f},{:.1f}", places.empty() ? "" : " ", px, py);
        }
        const char* const name = shape.kind == Shape::Kind::kPath ? "polyline" : "polygon";
        out += fmt::format("<{} points=\"{}\"{}/>\n", name, places, style(shape.pen));
        break;
      }
      case Shape::Kind::kCircle:
        out += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{}\"{}/>\n", x, y, shape.radius,
                           style(shape.pen));
        break;
      case Shape::Kind::kText:
        out += fmt::format(
            "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" stroke=\"none\" fill=\"black\">{}</text>\n",
            x, y, kAnchors[static_cast<int>(shape.anchor)], xml_text(clean_text(shape.text)));
        break;
      case Shape::Kind::kUprightText:
        out += fmt::format(
            "<text transform=\"translate({:.1f} {:.1f}) rotate(-90)\" text-anchor=\"middle\" stroke=\"none\" "
            "fill=\"black\">{}</text>\n",
            x, y, xml_text(clean_text(shape.text)));
        break;
    }
  }
  return out + "</svg>\n";
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
