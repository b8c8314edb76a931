#include "testbench/reproduce/exhibit_files.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "testbench/results/output_file.h"

namespace torusim {
namespace {

std::string csv_number(const std::optional<double>& value) {
  return value ? fmt::format("{:.10g}", *value) : std::string();
}

/// The values of a column, each once, in the order of the points.
std::vector<std::string> values_of(const Exhibit& exhibit, int column) {
  std::vector<std::string> values;
  for (const Point& point : exhibit.points) {
    const std::string& value = column < 0 ? std::string() : point.labels[column];
    if (std::find(values.begin(), values.end(), value) == values.end()) values.push_back(value);
  }
  return values;
}

Chart chart(const Exhibit& exhibit, const std::string& panel) {
  const Plot& plot = *exhibit.plot;
  Chart result{"", plot.x_label, plot.y_label, {}};
  for (const std::string& name : values_of(exhibit, plot.series)) {
    ChartSeries series{name, {}, std::vector<ChartPoint>()};
    for (const Point& point : exhibit.points) {
      if (point.labels[plot.series] != name || (plot.panel >= 0 && point.labels[plot.panel] != panel))
        continue;
      const double x = std::stod(point.labels[plot.x]);
      if (point.formula) series.points.push_back({x, *point.formula});
      if (point.measured) series.marks->push_back({x, *point.measured});
    }
    result.series.push_back(std::move(series));
  }
  return result;
}

}  // namespace

void write_exhibit_csv(const std::filesystem::path& directory, const Exhibit& exhibit) {
  OutputFile file(directory / (exhibit.name + ".csv"));
  for (const std::string& column : exhibit.columns) file.print("{},", csv_field(column));
  file.write("printed,formula,measured,difference,origin,note,why,command\n");
  for (const Point& point : exhibit.points) {
    for (const std::string& label : point.labels) file.print("{},", csv_field(label));
    file.print("{},{},{},{},{},{},{},{}\n", csv_field(point.printed), csv_number(point.formula),
               csv_number(point.measured), csv_number(point.difference()), to_text(point.origin),
               csv_field(point.note), csv_field(point.differs() ? point.why : ""),
               csv_field(fmt::format("{}", fmt::join(commands_of(point), "; "))));
  }
  file.close();
}

std::vector<std::pair<std::string, Chart>> exhibit_charts(const Exhibit& exhibit) {
  std::vector<std::pair<std::string, Chart>> charts;
  if (!exhibit.plot) return charts;
  for (const std::string& panel : values_of(exhibit, exhibit.plot->panel)) {
    charts.emplace_back(panel, chart(exhibit, panel));
  }
  return charts;
}

void write_exhibit_charts(const std::filesystem::path& directory, const Exhibit& exhibit) {
  const auto charts = exhibit_charts(exhibit);
  for (std::size_t i = 0; i < charts.size(); ++i) {
    const std::string suffix = charts.size() == 1 ? "" : std::string("-") + static_cast<char>('a' + i);
    write_chart(directory, exhibit.name + suffix, charts[i].second);
  }
}

namespace {

std::string optional_text(const std::optional<double>& value) { return value ? number_text(*value) : ""; }

std::string difference_text(const Point& point) {
  const std::optional<double> difference = point.difference();
  if (!difference) return "";
  const bool bound = point.printed.starts_with("<= ") || point.printed.starts_with(">= ");
  if (*difference == 0) return bound ? "holds" : "=";
  const double reference = (point.measured ? *point.measured : *point.formula) - *difference;
  const std::string sign = *difference > 0 ? "+" : "";
  if (reference == 0) return sign + number_text(*difference);
  const double percent = 100 * *difference / reference;
  const std::string share =
      std::abs(percent) < 0.05 ? fmt::format("{:+.1g}", percent) : fmt::format("{:+.1f}", percent);
  return fmt::format("{}{} ({} %)", sign, number_text(*difference), share);
}

/// a), .., z), aa), ..
std::string letter(std::size_t index) {
  constexpr std::size_t kLetters = 26;
  const std::string before = index < kLetters ? "" : letter(index / kLetters - 1);
  return before.substr(0, before.find(')')) + static_cast<char>('a' + index % kLetters) + ")";
}

}  // namespace

ExhibitTable::ExhibitTable(const Exhibit& exhibit) : heads(exhibit.columns) {
  heads.insert(heads.end(), {"printed", "formula", "measured", "difference", "how", ""});
  for (const Point& point : exhibit.points) {
    std::vector<std::string> row = point.labels;
    row.push_back(point.printed);
    row.push_back(optional_text(point.formula));
    row.push_back(optional_text(point.measured));
    row.push_back(difference_text(point));
    row.push_back(to_text(point.origin) + (point.note.empty() ? "" : ": " + point.note));
    row.emplace_back();
    if (point.differs() && !point.why.empty()) {
      auto note = std::find(notes.begin(), notes.end(), point.why);
      if (note == notes.end()) note = notes.insert(note, point.why);
      row.back() = letter(static_cast<std::size_t>(note - notes.begin()));
    }
    rows.push_back(std::move(row));
  }
  for (std::size_t i = 0; i < notes.size(); ++i) notes[i] = letter(i) + ' ' + notes[i];
}

std::string tally(const std::vector<Exhibit>& exhibits) {
  int all = 0, origins[4] = {}, printed = 0, equal = 0;
  for (const Exhibit& exhibit : exhibits) {
    for (const Point& point : exhibit.points) {
      ++all;
      ++origins[static_cast<int>(point.origin)];
      if (point.printed.empty() || !point.difference()) continue;
      ++printed;
      equal += point.difference() == 0.0;
    }
  }
  const auto of = [&](Origin origin) { return origins[static_cast<int>(origin)]; };
  std::string text = fmt::format("{} values: {} ran, {} counted, {} formula", all, of(Origin::kRan),
                                 of(Origin::kCounted), of(Origin::kFormula));
  if (of(Origin::kNotVerified) > 0) text += fmt::format(", {} NOT VERIFIED", of(Origin::kNotVerified));
  return text + fmt::format("; of {} printed numbers {} are met", printed, equal);
}

}  // namespace torusim
