#pragma once
/// Tables for networks too large for a row per node: sums, minimum and maximum by direction, phase and class.
/// docs/columns.md explains the columns.

#include <filesystem>

#include "models/watch/statistics.h"
#include "testbench/config/run_config.h"
#include "testbench/results/transfer_summary.h"

namespace torusim {

/// Whether a run's tables are summaries.
bool summarised(const RunConfig& config, const Topology& topology);

/// link_summary.csv and node_summary.csv; `last_cycle` is the last cycle of the run. Throws InputError.
void write_network_summary(const std::filesystem::path& directory, const Hardware& hardware,
                           const NetworkStatistics& statistics, Cycle last_cycle);
/// transfer_summary.csv, and signal_summary.csv with the same columns if there were signals. Throws
/// InputError.
void write_transfer_summary(const std::filesystem::path& directory, const TransferSummary& summary);

}  // namespace torusim
