#include "testbench/sweep/sweep_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>

#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"
#include "testbench/results/line_chart.h"

namespace torusim {
namespace {

std::optional<double> number(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

/// The values of the options by which a row differs from others on its curve's left and right.
std::string series_name(const SweepFile& file, const SweepTable& table, const std::vector<std::string>& row) {
  std::string name;
  for (const std::string& key : file.swept) {
    if (key == file.x) continue;
    const std::string& value = row[table.column(key)];
    const bool plain = key == "algorithm" || key == "pattern" || key == "topology";
    name += (name.empty() ? "" : ", ") + (plain ? value : key + " " + value);
  }
  return name.empty() ? "all" : name;
}

std::string unit_of(const std::string& key) {
  const Option* option = find_option(key);
  if (option == nullptr || option->unit.empty()) return key;
  return fmt::format("{} [{}]", key, option->unit);
}

std::string chart(const SweepFile& file, const SweepTable& table, const std::string& y) {
  const int column = table.column(y);
  if (column < 0) {
    throw InputError(fmt::format("plot: y = {}: no such column{}", y, suggestion(y, table.columns())));
  }
  Chart chart{unit_of(file.x), y, {}};
  std::map<std::string, std::size_t> index;
  for (const auto& row : table.rows()) {
    const auto at = number(row[table.column(file.x)]), value = number(row[column]);
    if (!at || !value) continue;
    const std::string name = series_name(file, table, row);
    const auto [found, fresh] = index.emplace(name, chart.series.size());
    if (fresh) chart.series.push_back({name, {}});
    chart.series[found->second].points.emplace_back(*at, *value);
  }
  if (chart.series.empty()) throw InputError(fmt::format("plot: y = {}: the column holds no numbers", y));
  for (ChartSeries& series : chart.series) std::sort(series.points.begin(), series.points.end());
  return fmt::format("<h2>{}</h2>\n{}", xml_text(y), chart_svg(chart));
}

std::string rows(const SweepTable& table) {
  std::string text = "<table>\n<tr>";
  for (const std::string& column : table.columns()) text += "<th>" + xml_text(column) + "</th>";
  text += "</tr>\n";
  for (const auto& row : table.rows()) {
    text += "<tr>";
    for (const std::string& value : row) {
      text += fmt::format("<td{}>{}</td>", number(value) ? " class=\"n\"" : "", xml_text(value));
    }
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

}  // namespace

std::string sweep_page(const std::string& title, const SweepFile& file, const SweepTable& table) {
  std::vector<std::string> y = file.y;
  if (y.empty()) {
    y = file.command == kTraffic ? std::vector<std::string>{"accepted", "latency.mean"}
                                 : std::vector<std::string>{"cycles"};
  }
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title>\n<style>\n"
      "body {{ font: 14px sans-serif; margin: 2em; }}\n"
      "table {{ border-collapse: collapse; }}\n"
      "th, td {{ border-bottom: 1px solid #ccc; padding: 2px 8px; text-align: left; }}\n"
      "td.n {{ text-align: right; font-variant-numeric: tabular-nums; }}\n"
      "</style></head><body>\n<h1>{0}</h1>\n<p>{1} runs; the same table: sweep.csv</p>\n",
      xml_text(title), table.rows().size());
  if (file.x.empty()) {
    page += "<p>No option is swept in numbers, so there is nothing to draw.</p>\n";
  } else {
    for (const std::string& each : y) page += chart(file, table, each);
  }
  return page + "<h2>runs</h2>\n" + rows(table) + "</body></html>\n";
}

}  // namespace torusim
