#pragma once
/// The page of a sweep: curves and the table, in one HTML file that needs no network.

#include <string>

#include "testbench/sweep/sweep_table.h"

namespace torusim {

/// The page has the charts of sweep_chart.h, whose axes the reader can choose, and all rows of the table.
/// Throws the InputError of drawn_values().
std::string sweep_page(const std::string& title, const SweepFile& file, const SweepTable& table);

/// Throws the InputError of sweep_page() about `file.y`, without results.
void check_plot(const SweepFile& file);

}  // namespace torusim
