#include "testbench/results/chart_page.h"

#include <fmt/format.h>

#include "testbench/results/drawing.h"
#include "testbench/results/json_text.h"

namespace torusim {
namespace {

std::string attribute(const char* name, const std::string& value) {
  return value.empty() ? "" : fmt::format(" data-{}=\"{}\"", name, xml_text(value));
}

std::string table_html(const ChartPage& page) {
  std::string text = "<table id=\"runs\">\n<thead><tr>";
  for (const PageColumn& column : page.columns) {
    text += fmt::format("<th scope=\"col\"{} data-unit=\"{}\"{}>{}</th>", column.number ? " data-number" : "",
                        xml_text(column.unit), attribute("label", column.label), xml_text(column.name));
  }
  text += "</tr></thead>\n<tbody>\n";
  for (std::size_t r = 0; r < page.rows.size(); ++r) {
    text += page.hollow[r] ? "<tr data-hollow>" : "<tr>";
    for (std::size_t c = 0; c < page.columns.size(); ++c) {
      text += fmt::format("<td{}>{}</td>", page.columns[c].number ? " class=\"n\"" : "",
                          xml_text(page.rows[r][c]));
    }
    text += "</tr>\n";
  }
  return text + "</tbody></table>\n";
}

}  // namespace

std::string chart_page(const ChartPage& page) {
  std::string text = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n"
      "<style>\n{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
      xml_text(page.title), kChartStyle);
  for (const std::string& note : page.notes)
    text += fmt::format("<p class=\"soft\">{}</p>\n", xml_text(note));
  text += fmt::format("<div id=\"charts\"></div>\n<h2>{}</h2>\n<div class=\"scroll\" tabindex=\"0\">\n",
                      xml_text(page.heading));
  text += table_html(page);
  text += "</div>\n<footer><p>Charts: Chart.js, MIT licence.</p></footer>\n";
  text += "<script type=\"application/json\" id=\"settings\">";
  nlohmann::ordered_json settings = page.settings;
  settings["hollow"] = page.hollow_text;
  embed_json(settings.dump(), text);
  text +=
      fmt::format("</script>\n<!--\n{}-->\n<script>\n{}</script>\n<script>\n{}</script>\n</body>\n</html>\n",
                  kChartLicence, kChartLibrary, kChartScript);
  return text;
}

}  // namespace torusim
