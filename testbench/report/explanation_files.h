#pragma once
/// worms.csv, waits.csv and critical_path.csv, the files of --explain. docs/columns.md explains them.

#include <filesystem>

#include "testbench/report/explanation.h"

namespace torusim {

/// Writes the files into `directory`: critical_path.csv only of a completed run, none of them when the run
/// was too long to be remembered. Throws InputError.
void write_explanation(const std::filesystem::path& directory, const Explanation& run);

}  // namespace torusim
