#pragma once
/// The files of a comparison of algorithms.

#include <filesystem>
#include <optional>
#include <vector>

#include "testbench/compare/collective_comparison.h"
#include "testbench/config/bandwidth.h"

namespace torusim {

/// Writes compare.csv, run.json and, for several sizes, compare.svg and compare.pdf into `directory`. Throws
/// InputError.
void write_comparison(const std::filesystem::path& directory, const RunConfig& config,
                      const ComparedNetwork& network, const std::vector<ComparedSize>& sizes);

/// Bandwidths of a vector; nullopt without --clock and --flit-bytes.
std::optional<Bandwidth> rates_of(const RunConfig& config, const ComparedNetwork& network,
                                  const VectorSize& size, double cycles);
/// Time or cycles of a row: "12.3 us", "38,400 cycles"; with ">= " for a lower bound.
std::string time_of_row(const RunConfig& config, const Choice& choice);

}  // namespace torusim
