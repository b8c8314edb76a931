#pragma once
/// The figures of a channel, for links.csv and the C library.

#include <array>
#include <cstdint>

#include "models/watch/statistics.h"

namespace torusim {

struct LinkFigure {
  const char* name;
  std::int64_t LinkStatistics::*of;
};

/// All figures, in the order of the columns.
inline constexpr std::array kLinkFigures = {
    LinkFigure{"flits", &LinkStatistics::flits},
    LinkFigure{"busy", &LinkStatistics::busy},
    LinkFigure{"idle", &LinkStatistics::idle},
    LinkFigure{"stalled_credit", &LinkStatistics::stalled_credit},
    LinkFigure{"stalled_allocation", &LinkStatistics::stalled_allocation},
    LinkFigure{"stalled_preemption", &LinkStatistics::stalled_preemption},
    LinkFigure{"stalled_arbitration", &LinkStatistics::stalled_arbitration},
    LinkFigure{"peak_occupancy", &LinkStatistics::peak_occupancy}};

/// Calls `visit` with each channel of the network and its figures.
template <typename Visit>
void each_link(const NetworkStatistics& statistics, Cycle last_cycle, const Visit& visit) {
  const ChannelTable& table = statistics.table();
  for (ChannelId channel = 0; channel < table.size(); ++channel) {
    if (!table.exists(table.node(channel), table.port(channel))) continue;
    visit(channel, statistics.link(channel, last_cycle));
  }
}

}  // namespace torusim
