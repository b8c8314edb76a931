#pragma once
/// What the report page shows of a run as a whole: verdict, bounds, shape, phases, flits in flight,
/// latencies.

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "testbench/report/explanation.h"

namespace torusim {

inline constexpr Cycle kMostBins = 240;  // of time, in a picture

nlohmann::ordered_json page_summary(const Explanation& run);

/// Adds what draws the network: sides, names of nodes, and of every network port its dimension and step (+1,
/// -1; more in complete graphs).
void page_shape(const Topology& topology, nlohmann::ordered_json& json);

/// Records of one kind: their names once in `columns`, their values in `rows`; the page makes objects of
/// them.
nlohmann::ordered_json page_table(const std::vector<std::string>& columns);

/// Whether it is no channel of a node.
bool between_routers(const ChannelTable& table, ChannelId channel);

}  // namespace torusim
