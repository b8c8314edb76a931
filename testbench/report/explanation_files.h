#pragma once
/// worms.csv, waits.csv and critical_path.csv, the files of --explain. docs/columns.md explains them.

#include <filesystem>

#include "testbench/report/explanation.h"

namespace torusim {

/// Writes the files into `directory`. There is no critical_path.csv without Explanation::path, and no file at
/// all if the run exceeded the limit of the history. Throws InputError.
void write_explanation(const std::filesystem::path& directory, const Explanation& run);

}  // namespace torusim
