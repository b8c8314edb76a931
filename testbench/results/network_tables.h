#pragma once
/// links.csv and nodes.csv: the figures of every channel and every node of a run. docs/columns.md explains
/// them.

#include <filesystem>

#include "models/watch/statistics.h"

namespace torusim {

/// Writes both files into `directory`; `last_cycle` is the last cycle of the run. Throws InputError.
void write_network_tables(const std::filesystem::path& directory, const Hardware& hardware,
                          const NetworkStatistics& statistics, Cycle last_cycle);

}  // namespace torusim
