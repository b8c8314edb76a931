#pragma once
/// The page of a sweep: curves and the table, in one HTML file that needs no network.

#include <string>

#include "testbench/sweep/sweep_table.h"

namespace torusim {

/// A chart for each measured value of `file.y` (for runs without: cycles; for traffic: accepted and
/// latency.mean) over `file.x`, a curve for each combination of the other swept options; then all rows.
/// Throws InputError when `file.y` names no column of numbers.
std::string sweep_page(const std::string& title, const SweepFile& file, const SweepTable& table);

/// Throws the InputError of sweep_page() about `file.y` before there is any result.
void check_plot(const SweepFile& file);

}  // namespace torusim
