#pragma once
/// A picture of strokes, circles and words, as SVG and as PDF. Both files depend on the picture alone, not on
/// time or machine.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace torusim {

/// How a shape is drawn; colours are 0xrrggbb.
struct Pen {
  static constexpr std::int64_t kNone = -1;

  std::uint32_t colour = 0;
  double width = 1;
  const char* dashes = "";    ///< lengths of strokes and gaps: "7 4"; empty: one stroke
  std::int64_t fill = kNone;  ///< colour of the inside
};

enum class Anchor { kStart, kMiddle, kEnd };

/// Places are in pixels of 1/96 inch from the top left corner. Words are 12 pixels high.
class Drawing {
 public:
  using Place = std::pair<double, double>;

  Drawing(double width, double height) : width_(width), height_(height) {}

  void path(std::vector<Place> places, const Pen& pen);
  void area(std::vector<Place> places, const Pen& pen);  ///< a closed path
  void line(double x1, double y1, double x2, double y2, const Pen& pen);
  void circle(double x, double y, double radius, const Pen& pen);
  void text(double x, double y, Anchor anchor, std::string text);
  /// A text that runs upwards, with its middle at this place.
  void upright_text(double x, double y, std::string text);

  /// An <svg> element that shrinks with a narrow page.
  std::string svg() const;
  /// A document of one page, with the font Helvetica, which every reader of PDF has.
  std::string pdf() const;

 private:
  struct Shape {
    enum class Kind { kPath, kArea, kCircle, kText, kUprightText } kind;
    std::vector<Place> places;
    double radius = 0;
    Pen pen = {};
    Anchor anchor = Anchor::kMiddle;
    std::string text = {};
  };

  const double width_, height_;
  std::vector<Shape> shapes_;
};

/// Width in pixels of a UTF-8 text in a drawing.
double text_width(std::string_view text);

/// The text with the escapes of XML.
std::string xml_text(std::string_view text);

}  // namespace torusim
