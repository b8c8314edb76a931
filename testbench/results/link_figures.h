#pragma once
/// The ends and the figures of a channel, for tables and the C library.

#include <array>
#include <cstdint>
#include <string>

#include "models/watch/channel_table.h"
#include "models/watch/statistics.h"

namespace torusim {

/// The port of a channel: `+x`, `ejection 0`, `injection 0`.
std::string port_text(const Hardware& hardware, const ChannelTable& table, ChannelId channel);

/// The node at the far end of a channel; for a local channel the node itself.
NodeId far_node(const Hardware& hardware, const ChannelTable& table, ChannelId channel);

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
