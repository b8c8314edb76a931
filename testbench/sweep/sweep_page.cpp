#include "testbench/sweep/sweep_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"
#include "testbench/results/json_text.h"
#include "testbench/sweep/page_source.h"
#include "testbench/sweep/sweep_chart.h"

namespace torusim {
namespace {

std::string table_html(const SweepTable& table, const std::vector<bool>& numbers) {
  std::string text = "<table id=\"runs\">\n<thead><tr>";
  for (std::size_t c = 0; c < numbers.size(); ++c) {
    const std::string& name = table.columns()[c];
    text += fmt::format("<th scope=\"col\"{} data-unit=\"{}\">{}</th>", numbers[c] ? " data-number" : "",
                        xml_text(unit_of(name)), xml_text(name));
  }
  text += "</tr></thead>\n<tbody>\n";
  for (const auto& row : table.rows()) {
    text += is_hollow(table, row) ? "<tr data-hollow>" : "<tr>";
    for (std::size_t c = 0; c < numbers.size(); ++c) {
      text += fmt::format("<td{}>{}</td>", numbers[c] ? " class=\"n\"" : "", xml_text(row[c]));
    }
    text += "</tr>\n";
  }
  return text + "</tbody></table>\n";
}

}  // namespace

void check_plot(const SweepFile& file) {
  std::vector<std::string> known = file.measured();
  for (const std::string& key : file.keys) {
    const bool numbers = std::ranges::all_of(
        file.points, [&](const SweepPoint& point) { return is_number(find_option(key)->get(point.config)); });
    if (numbers) known.push_back(key);
  }
  for (const std::string& y : file.y) {
    if (std::find(known.begin(), known.end(), y) != known.end()) continue;
    throw InputError(fmt::format("plot: y = {}: no column of numbers{}", y, suggestion(y, known)));
  }
}

std::string sweep_page(const std::string& title, const SweepFile& file, const SweepTable& table) {
  const std::vector<bool> numbers = number_columns(table);
  const std::vector<std::string> drawn = drawn_values(file, table);
  const std::string hollow = hollow_text(table);
  std::string page = fmt::format(
      "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n"
      "<style>\n{1}</style>\n</head>\n<body>\n<h1>{0}</h1>\n<p class=\"soft\">{2} runs; the same table: "
      "sweep.csv; charts for paper: sweep-*.svg, sweep-*.pdf{3}{4}</p>\n",
      xml_text(title), kSweepStyle, table.rows().size(),
      joins_seeds(file) ? "; " + std::string(kSeedsText) : "", hollow.empty() ? "" : "; " + hollow);
  page += "<div id=\"charts\"></div>\n<h2>Runs</h2>\n<div class=\"scroll\" tabindex=\"0\">\n";
  page += table_html(table, numbers);
  page += "</div>\n<footer><p>Charts: Chart.js, MIT licence.</p></footer>\n";
  page += "<script type=\"application/json\" id=\"settings\">";
  nlohmann::ordered_json settings{{"x", file.x}, {"y", drawn}, {"along", file.along}, {"swept", file.swept}};
  if (file.cycle_ns() > 0) settings["cycle_ns"] = file.cycle_ns();
  embed_json(settings.dump(), page);
  page +=
      fmt::format("</script>\n<!--\n{}-->\n<script>\n{}</script>\n<script>\n{}</script>\n</body>\n</html>\n",
                  kChartLicence, kChartLibrary, kSweepScript);
  return page;
}

}  // namespace torusim
