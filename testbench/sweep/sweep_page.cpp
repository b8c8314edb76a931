#include "testbench/sweep/sweep_page.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/core/error.h"
#include "schedules/core/suggestion.h"
#include "testbench/results/chart_page.h"
#include "testbench/sweep/sweep_chart.h"

namespace torusim {
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
  const std::string hollow = hollow_text(table);
  ChartPage page{
      .title = title,
      .notes = {fmt::format(
          "{} runs; the same table: sweep.csv; charts for paper: sweep-*.svg, sweep-*.pdf{}{}",
          table.rows().size(), joins_seeds(file) ? "; " + std::string(kSeedsText) : "",
          hollow.empty() ? "" : "; " + hollow)},
      .heading = "Runs",
      .columns = {},
      .rows = table.rows(),
      .hollow = {},
      .hollow_text = "saturated or not verified",
      .settings = {
          {"x", file.x}, {"y", drawn_values(file, table)}, {"along", file.along}, {"swept", file.swept}}};
  for (std::size_t c = 0; c < numbers.size(); ++c) {
    const std::string& name = table.columns()[c];
    page.columns.push_back({.name = name, .unit = unit_of(name), .number = numbers[c]});
  }
  for (const auto& row : table.rows()) page.hollow.push_back(is_hollow(table, row));
  if (file.cycle_ns() > 0) page.settings["cycle_ns"] = file.cycle_ns();
  return chart_page(page);
}

}  // namespace torusim
