// index.html of a reproduction.
#include <fmt/format.h>

#include <iterator>
#include <set>

#include "testbench/reproduce/exhibit_files.h"
#include "testbench/reproduce/exhibit_table.h"
#include "testbench/results/line_chart.h"
#include "testbench/results/output_file.h"

namespace torusim {
namespace {

constexpr const char* kStyle =
    R"(body { font: 14px/1.4 sans-serif; margin: 2em auto; max-width: 76em; padding: 0 1em; }
table { border-collapse: collapse; margin: 1em 0; }
th { border-bottom: 2px solid black; text-align: left; vertical-align: bottom; }
th, td { padding: 2px 10px 2px 0; }
td { border-bottom: 1px solid #ccc; vertical-align: top; white-space: nowrap; }
tr.new td { border-top: 1px solid black; }
th.n, td.n { text-align: right; font-variant-numeric: tabular-nums; }
td.measured { font-weight: bold; }
p, li { max-width: 60em; }
code { font-size: 12px; })";

std::string table(const Exhibit& exhibit, const ExhibitTable& cells) {
  const std::size_t labels = exhibit.columns.size(), numbers = labels + 4;
  const auto kind = [&](std::size_t column) {
    return column < labels || column >= numbers ? ""
           : column == labels + 2               ? " class=\"n measured\""
                                                : " class=\"n\"";
  };
  std::string text = "<table>\n<tr>";
  for (std::size_t i = 0; i < cells.heads.size(); ++i) {
    text += fmt::format("<th{}>{}</th>", kind(i), xml_text(cells.heads[i]));
  }
  text += "</tr>\n";
  std::string group;
  for (const auto& row : cells.rows) {
    text += row.front() == group || group.empty() ? "<tr>" : "<tr class=\"new\">";
    group = row.front();
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += fmt::format("<td{}>{}</td>", kind(i), xml_text(row[i]));
    }
    text += "</tr>\n";
  }
  return text + "</table>\n";
}

std::string commands(const Exhibit& exhibit) {
  std::set<std::string> seen;
  std::string text;
  for (const Point& point : exhibit.points) {
    if (!point.experiment) continue;
    const std::string command = command_of(*point.experiment);
    if (seen.insert(command).second) text += xml_text(command) + "\n";
  }
  if (text.empty()) return "";
  return fmt::format("<details><summary>{} command{}</summary><pre>{}</pre></details>\n", seen.size(),
                     seen.size() == 1 ? "" : "s", text);
}

std::string section(const Exhibit& exhibit) {
  std::string text = fmt::format("<h2 id=\"{}\">{}</h2>\n", exhibit.name, xml_text(exhibit.title));
  if (!exhibit.text.empty()) text += fmt::format("<p>{}</p>\n", xml_text(exhibit.text));
  if (exhibit.plot) text += "<p>Lines are formulas, marks are measured; where no mark is, nothing ran.</p>\n";
  for (const auto& [panel, svg] : exhibit_charts(exhibit)) {
    if (!panel.empty()) {
      text +=
          fmt::format("<h3>{} = {}</h3>\n", xml_text(exhibit.columns[exhibit.plot->panel]), xml_text(panel));
    }
    text += svg;
  }
  const ExhibitTable cells(exhibit);
  if (!exhibit.unit.empty()) text += fmt::format("<p>All values in {}.</p>\n", xml_text(exhibit.unit));
  text += table(exhibit, cells);
  for (const std::string& note : cells.notes) text += fmt::format("<p>{}</p>\n", xml_text(note));
  return text + commands(exhibit);
}

}  // namespace

void write_exhibit_page(const std::filesystem::path& directory, const Selection& selection,
                        const std::string& effort) {
  OutputFile file(directory / "index.html");
  file.print(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{0}</title>\n"
      "<style>\n{1}\n</style></head><body>\n<h1>{0}</h1>\n",
      xml_text(selection.paper->title), kStyle);
  file.print("<p>Its tables and figures beside what torusim " TORUSIM_VERSION
             " makes of them: {}; {}. <b>ran</b>: simulated flit by flit, every word verified. "
             "<b>counted</b>: in the "
             "schedule. <b>formula</b>: neither. The difference is the last of formula and measured less the "
             "first of "
             "printed and formula; = is equal in all digits that are printed.</p>\n",
             xml_text(tally(selection.exhibits)), xml_text(effort));
  if (selection.exhibits.size() > 1) {
    file.write("<ul>\n");
    for (const Exhibit& exhibit : selection.exhibits) {
      file.print("<li><a href=\"#{}\">{}</a></li>\n", exhibit.name, xml_text(exhibit.title));
    }
    file.write("</ul>\n");
  }
  for (const Exhibit& exhibit : selection.exhibits) file.write(section(exhibit));
  file.write("</body></html>\n");
  file.close();
}

}  // namespace torusim
