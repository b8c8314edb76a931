// A drawing as PDF 1.4: five objects, the page itself in plain text.
#include <fmt/format.h>

#include <array>

#include "testbench/results/drawing.h"

namespace torusim {
namespace {

constexpr double kPoints = 0.75;  // to a pixel
constexpr double kFontSize = 12;

/// Widths of Helvetica's characters from the blank to the tilde, in thousandths of the font's size.
constexpr std::array<int, 95> kWidths = {
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333,  278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667,  611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278,  556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500,  500, 334, 260, 334, 584};
constexpr int kUsualWidth = 556;

/// The text in Latin-1, which the font has; a character that is not in it becomes a question mark.
std::string latin(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t at) {
      return at < text.size() ? static_cast<unsigned char>(text[at]) : 0u;
    };
    const unsigned first = byte(i++);
    if (first < 0x80) {
      result += first < ' ' || first == 0x7f ? '?' : static_cast<char>(first);
      continue;
    }
    const bool short_form = (first == 0xc2 || first == 0xc3) && (byte(i) & 0xc0) == 0x80;
    result += short_form ? static_cast<char>((first & 3) << 6 | (byte(i) & 0x3f)) : '?';
    while ((byte(i) & 0xc0) == 0x80) ++i;
  }
  return result;
}

/// A string of PDF.
std::string quoted(std::string_view text) {
  std::string result = "(";
  for (const char c : latin(text)) {
    if (c == '(' || c == ')' || c == '\\') {
      result += std::string("\\") + c;
    } else if (static_cast<unsigned char>(c) >= 0x80) {
      result += fmt::format("\\{:03o}", static_cast<unsigned char>(c));
    } else {
      result += c;
    }
  }
  return result + ")";
}

std::string colour(std::int64_t rgb, const char* command) {
  return fmt::format("{:.3f} {:.3f} {:.3f} {}\n", static_cast<double>(rgb >> 16 & 255) / 255,
                     static_cast<double>(rgb >> 8 & 255) / 255, static_cast<double>(rgb & 255) / 255,
                     command);
}

std::string pen_up(const Pen& pen) {
  std::string text = colour(pen.colour, "RG") + fmt::format("{} w [{}] 0 d\n", pen.width, pen.dashes);
  if (pen.fill != Pen::kNone) text += colour(pen.fill, "rg");
  return text;
}

/// Four curves, as near to a circle as such curves come.
std::string round_path(double x, double y, double r) {
  const double c = 0.5523 * r;
  std::string text = fmt::format("{:.2f} {:.2f} m\n", x + r, y);
  const double turns[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  for (int i = 0; i < 4; ++i) {
    const auto& [ax, ay] = turns[i];
    const auto& [bx, by] = turns[(i + 1) % 4];
    text +=
        fmt::format("{:.2f} {:.2f} {:.2f} {:.2f} {:.2f} {:.2f} c\n", x + r * ax + c * bx, y + r * ay + c * by,
                    x + r * bx + c * ax, y + r * by + c * ay, x + r * bx, y + r * by);
  }
  return text;
}

/// `matrix`: the directions of the line of text and of its letters.
std::string words(double x, double y, const char* matrix, std::string_view text) {
  return fmt::format("0 g BT /F {} Tf {} {:.2f} {:.2f} Tm {} Tj ET\n", kFontSize, matrix, x, y, quoted(text));
}

std::string document(double width, double height, const std::string& page) {
  const std::array<std::string, 5> objects = {
      "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
      fmt::format("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {:.2f} {:.2f}] /Contents 5 0 R "
                  "/Resources << /Font << /F 4 0 R >> >> >>",
                  width * kPoints, height * kPoints),
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
      fmt::format("<< /Length {} >>\nstream\n{}endstream", page.size(), page)};
  std::string text = "%PDF-1.4\n", places = "0000000000 65535 f \n";
  for (std::size_t i = 0; i < objects.size(); ++i) {
    places += fmt::format("{:010} 00000 n \n", text.size());
    text += fmt::format("{} 0 obj\n{}\nendobj\n", i + 1, objects[i]);
  }
  return text + fmt::format("xref\n0 {0}\n{1}trailer\n<< /Size {0} /Root 1 0 R >>\nstartxref\n{2}\n%%EOF\n",
                            objects.size() + 1, places, text.size());
}

}  // namespace

double text_width(std::string_view text) {
  int sum = 0;
  for (const char c : latin(text)) sum += c >= ' ' && c <= '~' ? kWidths[c - ' '] : kUsualWidth;
  return sum * kFontSize / 1000;
}

std::string Drawing::pdf() const {
  // The page in pixels, its top at the top.
  std::string page = fmt::format("{0} 0 0 -{0} 0 {1:.2f} cm\n", kPoints, height_ * kPoints);
  for (const Shape& shape : shapes_) {
    const auto& [x, y] = shape.places.front();
    const char* const paint = shape.pen.fill == Pen::kNone ? "S\n" : "B\n";
    switch (shape.kind) {
      case Shape::Kind::kPath:
      case Shape::Kind::kArea:
        page += pen_up(shape.pen);
        for (std::size_t i = 0; i < shape.places.size(); ++i) {
          page += fmt::format("{:.2f} {:.2f} {}\n", shape.places[i].first, shape.places[i].second,
                              i == 0 ? "m" : "l");
        }
        page += (shape.kind == Shape::Kind::kArea ? "h " : "") + std::string(paint);
        break;
      case Shape::Kind::kCircle:
        page += pen_up(shape.pen) + round_path(x, y, shape.radius) + paint;
        break;
      case Shape::Kind::kText: {
        const double share = shape.anchor == Anchor::kStart ? 0 : shape.anchor == Anchor::kMiddle ? 0.5 : 1;
        page += words(x - share * text_width(shape.text), y, "1 0 0 -1", shape.text);
        break;
      }
      case Shape::Kind::kUprightText:
        page += words(x, y + text_width(shape.text) / 2, "0 -1 -1 0", shape.text);
        break;
    }
  }
  return document(width_, height_, page);
}

}  // namespace torusim
