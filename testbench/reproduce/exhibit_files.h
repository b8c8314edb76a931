#pragma once
/// The files of a reproduction: a CSV for each exhibit, an SVG and a PDF for each of its charts, and one page
/// with all exhibits. docs/algorithms/reproduce.md explains them.
/// The terminal and the page show an exhibit as cells.

#include <filesystem>
#include <string>
#include <vector>

#include "testbench/reproduce/exhibit.h"
#include "testbench/reproduce/papers.h"
#include "testbench/results/line_chart.h"

namespace torusim {

/// NAME.csv: the labels, printed, formula, measured, difference, origin, note, why, command.
void write_exhibit_csv(const std::filesystem::path& directory, const Exhibit& exhibit);

/// The charts of an exhibit with a plot, with the value of the panel's label ("" if there is one chart).
std::vector<std::pair<std::string, Chart>> exhibit_charts(const Exhibit& exhibit);
/// Writes NAME.svg and NAME.pdf, or NAME-a.svg, NAME-b.svg, .. for panels; without a plot, no file.
void write_exhibit_charts(const std::filesystem::path& directory, const Exhibit& exhibit);

/// Writes index.html, one self-contained file that is readable without colours. `effort`: the budget in
/// words.
void write_exhibit_page(const std::filesystem::path& directory, const Selection& selection,
                        const std::string& effort);

struct ExhibitTable {
  explicit ExhibitTable(const Exhibit& exhibit);

  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> rows;  ///< rows with a cell for each head
  std::vector<std::string> notes;              ///< reasons a), b), .., to which the last column refers
};

/// The points of the exhibits in one sentence: numbers of points that ran, were counted, are formulas, and
/// equal the printed value.
std::string tally(const std::vector<Exhibit>& exhibits);

}  // namespace torusim
