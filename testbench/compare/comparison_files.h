#pragma once
/// The files of a comparison of algorithms.

#include <filesystem>
#include <vector>

#include "testbench/config/collective_comparison.h"

namespace torusim {

/// Writes compare.csv, compare.html, run.json and, for several sizes, compare.svg and compare.pdf into
/// `directory`. Throws InputError.
void write_comparison(const std::filesystem::path& directory, const RunConfig& config,
                      const ComparedNetwork& network, const std::vector<ComparedSize>& sizes);

}  // namespace torusim
