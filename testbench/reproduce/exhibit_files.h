#pragma once
/// The files of a reproduction: a CSV for each exhibit, an SVG and a PDF for each of its charts, and one page
/// of all. docs/reproduce.md explains them.

#include <filesystem>
#include <string>
#include <vector>

#include "testbench/reproduce/papers.h"
#include "testbench/results/line_chart.h"

namespace torusim {

/// NAME.csv: the labels, printed, formula, measured, difference, origin, note, why, command.
void write_exhibit_csv(const std::filesystem::path& directory, const Exhibit& exhibit);

/// The charts of an exhibit with a plot, by the value of the panel's label ("" if there is but one).
std::vector<std::pair<std::string, Chart>> exhibit_charts(const Exhibit& exhibit);
/// NAME.svg and NAME.pdf, or NAME-a.svg, NAME-b.svg, .. for its panels; nothing without a plot.
void write_exhibit_charts(const std::filesystem::path& directory, const Exhibit& exhibit);

/// index.html: everything in one file that needs no network and no colours. `effort`: what was allowed, in
/// words.
void write_exhibit_page(const std::filesystem::path& directory, const Selection& selection,
                        const std::string& effort);

}  // namespace torusim
