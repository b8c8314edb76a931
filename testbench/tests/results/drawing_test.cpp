// Drawings and charts as SVG and PDF.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "testbench/results/line_chart.h"

namespace torusim {
namespace {

int occurrences(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size()) ++count;
  return count;
}

Drawing everything() {
  Drawing drawing(200, 100);
  drawing.line(1, 2, 3, 4, {0xff0000, 1.5, "7 4"});
  drawing.area({{1, 1}, {9, 1}, {9, 9}}, {.fill = 0x00ff00});
  drawing.circle(50, 50, 3.5, {});
  drawing.text(100, 20, Anchor::kEnd, "a < b (\\) \xc3\xa9 \xe2\x82\xac");
  drawing.upright_text(10, 50, "cycles");
  return drawing;
}

TEST(Drawing, Svg) {
  const std::string svg = everything().svg();
  EXPECT_NE(svg.find("width=\"200\" height=\"100\""), std::string::npos);
  EXPECT_NE(svg.find("points=\"1.0,2.0 3.0,4.0\" stroke=\"#ff0000\" stroke-width=\"1.5\" "
                     "stroke-dasharray=\"7 4\"/>"),
            std::string::npos)
      << svg;
  EXPECT_NE(svg.find(">a &lt; b (\\) \xc3\xa9 \xe2\x82\xac</text>"), std::string::npos);
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
}

// A reader finds every object by the table at the end, and the page by its length.
TEST(Drawing, PdfIsWhole) {
  const std::string pdf = everything().pdf();
  EXPECT_TRUE(pdf.starts_with("%PDF-1.4\n"));
  EXPECT_TRUE(pdf.ends_with("%%EOF\n"));
  const std::size_t table = std::stoul(pdf.substr(pdf.find("startxref\n") + 10));
  ASSERT_EQ(pdf.substr(table, 9), "xref\n0 6\n");
  for (int i = 1; i <= 5; ++i) {
    const std::string row = pdf.substr(table + 9 + 20 * i, 20);
    EXPECT_EQ(row.substr(10), " 00000 n \n");
    EXPECT_EQ(pdf.substr(std::stoul(row), 8), fmt::format("{} 0 obj\n", i));
  }
  const std::size_t stream = pdf.find("stream\n") + 7, end = pdf.find("endstream");
  EXPECT_EQ(end - stream, std::stoul(pdf.substr(pdf.find("/Length ") + 8)));
  EXPECT_NE(pdf.find("/MediaBox [0 0 150.00 75.00]"), std::string::npos);
  EXPECT_NE(pdf.find("(a < b \\(\\\\\\) \\351 ?) Tj"), std::string::npos) << pdf;
}

TEST(Drawing, TextIsMeasured) {
  EXPECT_DOUBLE_EQ(text_width(""), 0);
  EXPECT_DOUBLE_EQ(text_width("mm"), 2 * 0.833 * 12);
  EXPECT_DOUBLE_EQ(text_width("i~"), (0.222 + 0.584) * 12);
  EXPECT_DOUBLE_EQ(text_width("\xc3\xa9"), 0.556 * 12);
}

TEST(LineChart, BarsRulesAndWhatLeavesThePicture) {
  Chart chart{"one two",
              "x",
              "y",
              {{"a", {{1, 5, std::pair{4.0, 7.0}}, {2, 6, {}, true}, {3, 90}}}, {"b", {{1, 3}}}}};
  chart.rules = {{true, 2.5, "limit"}};
  chart.y_end = 10;
  const std::string svg = chart_drawing(chart).svg();
  EXPECT_EQ(occurrences(svg, ">limit<"), 1);
  // Marks of the points 1 and 2 of the first series and of the key; the hollow one is white inside.
  EXPECT_EQ(occurrences(svg, "<circle"), 3);
  EXPECT_EQ(occurrences(svg, "<circle") - occurrences(svg, "fill=\"#000000\"/>"), 1);
  const std::string without = [&] {
    chart.series[0].points[0].bar.reset();
    return chart_drawing(chart).svg();
  }();
  EXPECT_EQ(occurrences(svg, "<polyline") - occurrences(without, "<polyline"), 3);  // a bar and its two ends
}

// A line that leaves the frame is cut at its edge, and goes on where it comes back.
TEST(LineChart, CurvesAreClipped) {
  constexpr const char* kCurve = "stroke-width=\"1.6\"";
  Chart chart{"t", "x", "y", {{"a", {{0, 0}, {10, 1000}, {20, 0}}}}};
  chart.y_end = 100;
  EXPECT_EQ(occurrences(chart_drawing(chart).svg(), kCurve), 2 + 1)
      << "two pieces, and the sample in the key";
  chart.series[0].points.pop_back();
  const std::string svg = chart_drawing(chart).svg();
  const std::string line = svg.substr(svg.rfind("points=\"", svg.find(kCurve)) + 8);
  EXPECT_LT(std::stod(line.substr(line.find(' '))) - std::stod(line), 0.15 * 494) << "a tenth of its way";
}

// Every series is named, however many and however long their names; titles are broken between words.
TEST(LineChart, TheKeyNamesAll) {
  Chart chart{fmt::format("{:a>40} {:b>80}", "", ""), "x", "y", {}};
  for (int i = 0; i < 100; ++i) chart.series.push_back({fmt::format("series {}", i), {{0, 1.0 * i}, {1, 2}}});
  chart.series.push_back({std::string(200, 'w'), {{0, 1}}});
  const std::string svg = chart_drawing(chart).svg();
  for (int i = 0; i < 100; ++i) EXPECT_EQ(occurrences(svg, fmt::format(">series {}<", i)), 1) << i;
  const double width = std::stod(svg.substr(svg.find("width=\"") + 7));
  EXPECT_GT(width, text_width(std::string(200, 'w')));
  EXPECT_EQ(occurrences(svg, ">" + std::string(40, 'a') + "<"), 1);
}

TEST(LineChart, NothingToDraw) {
  EXPECT_TRUE(chart_drawing({"", "x", "y", {}}).pdf().ends_with("%%EOF\n"));
  EXPECT_TRUE(chart_drawing({"", "x", "y", {{"a", {}}}}).svg().ends_with("</svg>\n"));
}

}  // namespace
}  // namespace torusim
