#pragma once
/// Where a channel begins and ends, as it stands in tables.

#include <string>

#include "models/watch/channel_table.h"

namespace torusim {

/// `+x`, `ejection 0`, `injection 0`: a channel's port.
std::string port_text(const Hardware& hardware, const ChannelTable& table, ChannelId channel);

/// The node at the channel's far end; of local channels their own.
NodeId far_node(const Hardware& hardware, const ChannelTable& table, ChannelId channel);

}  // namespace torusim
