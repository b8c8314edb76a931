// index.html of a reproduction.
#include <fmt/format.h>

#include <array>
#include <set>

#include "testbench/reproduce/exhibit.h"
#include "testbench/reproduce/exhibit_files.h"
#include "testbench/results/output_file.h"

namespace torusim {
namespace {

constexpr const char* kStyle =
    R"(:root { color-scheme: light dark; --ink: #14171a; --soft: #5b636b; --line: #c9ced3; --paper: #ffffff; --link: #0b4f8a;
  --good: #15803d; --bad: #9b1c2c; }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #e6e9ec; --soft: #a3abb3; --line: #3c4349; --paper: #15181b;
  --link: #8fc1ff; --good: #6fd08c; --bad: #ff8a90; } }
body { font: 14px/1.4 sans-serif; margin: 2em auto; max-width: 76em; padding: 0 1em; color: var(--ink); background: var(--paper); }
a { color: var(--link); }
.scroll { overflow-x: auto; }
.summary td:first-child { white-space: normal; min-width: 9em; }
table { border-collapse: collapse; margin: 1em 0; }
th { border-bottom: 2px solid var(--ink); text-align: left; vertical-align: bottom; }
th, td { padding: 2px 10px 2px 0; }
td { border-bottom: 1px solid var(--line); vertical-align: top; white-space: nowrap; }
tr.new td { border-top: 1px solid var(--ink); }
th.n, td.n { text-align: right; font-variant-numeric: tabular-nums; }
td.measured, td.sum { font-weight: bold; }
td.met { color: var(--good); }
td.not { color: var(--bad); font-weight: bold; }
p, li { max-width: 60em; }
code { font-size: 12px; }
pre { overflow-x: auto; }
@page { size: A4; margin: 12mm; }
@media print { body { margin: 0; max-width: none; padding: 0; } h2, h3, h2 + p { break-after: avoid; } svg, tr, li { break-inside: avoid; }
  thead + tbody tr:first-child { break-before: avoid; }
  .scroll { overflow: visible; } td { white-space: normal; } table { font-size: 10px; } })";

std::string table(const Exhibit& exhibit, const ExhibitTable& cells) {
  const std::size_t labels = exhibit.columns.size(), numbers = labels + 4;
  const auto kind = [&](std::size_t column) {
    return column < labels || column >= numbers ? ""
           : column == labels + 2               ? " class=\"n measured\""
                                                : " class=\"n\"";
  };
  std::string text = "<div class=\"scroll\"><table>\n<thead><tr>";
  for (std::size_t i = 0; i < cells.heads.size(); ++i) {
    text += fmt::format("<th{}>{}</th>", kind(i), xml_text(cells.heads[i]));
  }
  text += "</tr></thead>\n";
  std::string group;
  for (const auto& row : cells.rows) {
    text += row.front() == group || group.empty() ? "<tr>" : "<tr class=\"new\">";
    group = row.front();
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += fmt::format("<td{}>{}</td>", kind(i), xml_text(row[i]));
    }
    text += "</tr>\n";
  }
  return text + "</table></div>\n";
}

std::string commands(const Exhibit& exhibit) {
  std::set<std::string> seen;
  std::string text;
  for (const Point& point : exhibit.points) {
    for (const std::string& command : commands_of(point)) {
      if (seen.insert(command).second) text += xml_text(command) + "\n";
    }
  }
  if (text.empty()) return "";
  return fmt::format("<details><summary>{} command{}</summary><pre>{}</pre></details>\n", seen.size(),
                     seen.size() == 1 ? "" : "s", text);
}

std::string section(const Exhibit& exhibit) {
  std::string text = fmt::format("<h2 id=\"{}\">{}</h2>\n", exhibit.name, xml_text(exhibit.title));
  if (!exhibit.text.empty()) text += fmt::format("<p>{}</p>\n", xml_text(exhibit.text));
  if (exhibit.plot)
    text += "<p>Lines are formulas, marks are measured values; a point without a mark did not run.</p>\n";
  for (const auto& [panel, chart] : exhibit_charts(exhibit)) {
    if (!panel.empty()) {
      text +=
          fmt::format("<h3>{} = {}</h3>\n", xml_text(exhibit.columns[exhibit.plot->panel]), xml_text(panel));
    }
    text += chart_drawing(chart).svg();
  }
  const ExhibitTable cells(exhibit);
  if (!exhibit.unit.empty()) text += fmt::format("<p>All values in {}.</p>\n", xml_text(exhibit.unit));
  text += table(exhibit, cells);
  for (const std::string& note : cells.notes) text += fmt::format("<p>{}</p>\n", xml_text(note));
  return text + commands(exhibit);
}

std::string count_cell(int count, const char* kind) {
  return count == 0 ? "<td class=\"n\"></td>" : fmt::format("<td class=\"n {}\">{}</td>", kind, count);
}

std::string summary_row(const std::string& name, const std::array<int, kStandings>& counts) {
  static constexpr const char* kKinds[kStandings] = {"met", "not", "", "", "not"};
  int all = 0;
  std::string cells;
  for (std::size_t i = 0; i < kStandings; ++i) {
    all += counts[i];
    cells += count_cell(counts[i], kKinds[i]);
  }
  return fmt::format("<tr><td>{}</td>{}{}</tr>\n", name, count_cell(all, ""), cells);
}

std::string reason_items(const Exhibit& exhibit, const ExhibitSummary::Reasons& reasons) {
  std::string text;
  for (const auto& [reason, count] : reasons) {
    text += fmt::format("<li><a href=\"#{}\">{}</a>, {} {}: {}</li>\n", exhibit.name, xml_text(exhibit.title),
                        count, count == 1 ? "value" : "values", xml_text(reason));
  }
  return text;
}

/// Numbers of agreeing and differing values with the reasons; also the table of contents of the page.
std::string summary(const std::vector<Exhibit>& exhibits) {
  std::string table =
      "<h2>Agreement with the paper</h2>\n<div class=\"scroll\"><table "
      "class=\"summary\">\n<thead><tr><th></th><th "
      "class=\"n\">values</th><th class=\"n\">met</th><th class=\"n\">differ</th><th class=\"n\">not "
      "measured</th><th class=\"n\">nothing to compare with</th><th class=\"n\">not "
      "verified</th></tr></thead>\n";
  std::array<int, kStandings> sums{};
  std::string differ, open;
  for (const Exhibit& exhibit : exhibits) {
    const ExhibitSummary one(exhibit);
    table +=
        summary_row(fmt::format("<a href=\"#{}\">{}</a>", exhibit.name, xml_text(exhibit.title)), one.counts);
    for (std::size_t i = 0; i < kStandings; ++i) sums[i] += one.counts[i];
    differ += reason_items(exhibit, one.differs);
    open += reason_items(exhibit, one.not_measured);
  }
  if (exhibits.size() > 1) table += summary_row("<b>all</b>", sums);
  table += "</table></div>\n";
  table += differ.empty() ? "<p>No value differs.</p>\n"
                          : fmt::format("<h3>Differences and reasons</h3>\n<ul>\n{}</ul>\n", differ);
  if (!open.empty()) table += fmt::format("<h3>Values not measured, and reasons</h3>\n<ul>\n{}</ul>\n", open);
  return table;
}

}  // namespace

void write_exhibit_page(const std::filesystem::path& directory, const Selection& selection,
                        const std::string& effort) {
  OutputFile file(directory / "index.html");
  file.print(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{0}</title>\n"
      "<style>\n{1}\n</style></head><body>\n<h1>{0}</h1>\n",
      xml_text(selection.paper->title), kStyle);
  file.print(
      "<p>Tables and figures of the paper beside the results of torusim " TORUSIM_VERSION
      ": {}; {}. <b>ran</b>: simulated flit by flit; the arrival of every block and the order of every "
      "flit are verified. <b>counted</b>: in the schedule. <b>formula</b>: evaluated only. The difference is "
      "measured (else formula) minus printed (else "
      "formula); "
      "= means equal in all printed digits.</p>\n",
      xml_text(tally(selection.exhibits)), xml_text(effort));
  file.write(summary(selection.exhibits));
  for (const Exhibit& exhibit : selection.exhibits) file.write(section(exhibit));
  file.write("</body></html>\n");
  file.close();
}

}  // namespace torusim
