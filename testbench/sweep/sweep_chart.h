#pragma once
/// The charts of a sweep: selection and names of the curves. The page draws the same curves, and others as
/// its reader chooses (page/20_series.js).

#include <string>
#include <vector>

#include "testbench/results/line_chart.h"
#include "testbench/sweep/sweep_table.h"

namespace torusim {

bool is_number(const std::string& text);

/// Of each column, whether it holds numbers and nothing else; `job` never does, though a name may look like
/// one.
std::vector<bool> number_columns(const SweepTable& table);

/// Unit of an option; empty for measured values, whose names say it.
std::string unit_of(const std::string& column);

/// Whether runs of several seeds are one point, and the remark about it.
bool joins_seeds(const SweepFile& file);
inline constexpr const char* kSeedsText = "points: mean of the seeds; bars: from the lowest to the highest";

/// The columns to draw: `file.y`; for runs without, cycles; for traffic, accepted and latency.mean. Throws
/// InputError when `file.y` names no column of numbers.
std::vector<std::string> drawn_values(const SweepFile& file, const SweepTable& table);

/// `y` over `file.x`. Rows that differ in `file.along` alone are a curve; those that differ in the seed alone
/// are one point, at the mean, with a bar from the lowest to the highest. A curve is named by the algorithm,
/// pattern and topology if several are swept, and by each option that differs among the curves of the same
/// algorithm and pattern. The title has what all runs have in common.
Chart sweep_chart(const SweepFile& file, const SweepTable& table, const std::string& y);

}  // namespace torusim
