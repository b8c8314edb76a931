#pragma once
/// The charts of a sweep: the selection and the names of the curves. The page draws the same curves, and
/// other curves that its reader chooses (page/20_series.js). It has curves and the table, in one HTML file
/// that needs no network.

#include <string>
#include <vector>

#include "testbench/results/line_chart.h"
#include "testbench/sweep/sweep_table.h"

namespace torusim {

bool is_number(const std::string& text);

/// Whether each column holds only numbers and empty cells. `job` counts as text, although a name may look
/// like a number.
std::vector<bool> number_columns(const SweepTable& table);

/// Unit of an option; empty for measured values, whose names contain the unit.
std::string unit_of(const std::string& column);

/// Whether the run of a row saturated or was not verified. Its values are not those of a network that carries
/// its load, and its points are hollow.
bool is_hollow(const SweepTable& table, const std::vector<std::string>& row);
/// The remark about hollow points of the table; empty if there are none.
std::string hollow_text(const SweepTable& table);

/// Whether runs of several seeds are one point, and the remark about it.
bool joins_seeds(const SweepFile& file);
inline constexpr const char* kSeedsText = "points: mean of the seeds; bars: from the lowest to the highest";

/// The columns to draw: `file.y`; if that is empty, cycles for runs, accepted and latency_mean for traffic,
/// or the same in ns and GB/s if all runs have them. Throws InputError when `file.y` names no column of
/// numbers.
std::vector<std::string> drawn_values(const SweepFile& file, const SweepTable& table);

/// The chart of `y` over `file.x`. Rows that differ in `file.along` alone are a curve. Rows that differ in
/// the seed alone are one point, at the mean, with a bar from the lowest to the highest. The name of a curve
/// has the algorithm, pattern and topology if several are swept. It also has each option that differs among
/// the curves of one algorithm and pattern. The title has the common options of all runs. An option
/// in cycles is drawn in ns if all runs have the same clock.
Chart sweep_chart(const SweepFile& file, const SweepTable& table, const std::string& y);

/// The page has the charts of sweep_chart.h, whose axes the reader can choose, and all rows of the table.
/// Throws the InputError of drawn_values().
std::string sweep_page(const std::string& title, const SweepFile& file, const SweepTable& table);

/// Throws the InputError of sweep_page() about `file.y`, without results.
void check_plot(const SweepFile& file);

}  // namespace torusim
