#pragma once
/// The two ends of a channel, as tables name them.

#include <string>

#include "models/watch/channel_table.h"

namespace torusim {

/// The port of a channel: `+x`, `ejection 0`, `injection 0`.
std::string port_text(const Hardware& hardware, const ChannelTable& table, ChannelId channel);

/// The node at the far end of a channel; for a local channel the node itself.
NodeId far_node(const Hardware& hardware, const ChannelTable& table, ChannelId channel);

}  // namespace torusim
