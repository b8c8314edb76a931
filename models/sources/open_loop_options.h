#pragma once
/// The settings of open-loop traffic, and of requests with replies.

#include <algorithm>
#include <cstdint>
#include <optional>

#include "models/sources/arrivals.h"
#include "models/sources/packet_mix.h"
#include "models/sources/source_routing.h"

namespace torusim {

/// Closed loop: packets are requests, and each destination answers with a reply. A node creates a request as
/// soon as fewer than `outstanding` of its requests wait for their replies. The load has no meaning then.
struct ClosedLoopOptions {
  std::optional<int> reply;  ///< flits of a reply, head included; empty: open loop
  int outstanding = 4;       ///< most requests of a node without their reply, >= 1
  Cycle service = 0;         ///< cycles from the arrival of a request until its reply can be sent
  bool on() const { return reply.has_value(); }
};

struct OpenLoopOptions {
  double load = 0.1;  ///< flits offered per node and cycle
  PacketMix packet;
  ArrivalKind injection;
  Cycle startup = 0;     ///< t_s: cycles from the start of a send to its head entering the network
  Cycle warm_up = 5000;  ///< cycles before the window
  Cycle window = 20000;  ///< cycles in which packets are measured
  Cycle drain = 20000;   ///< cycles after the window in which measured packets must arrive
  std::uint64_t seed = 0;
  RoutingOptions routing;  ///< routing of packets without a route of a table
  ClosedLoopOptions closed = {};

  /// Flits of the longest and of the shortest message.
  std::int64_t longest() const { return std::max<std::int64_t>(packet.longest(), closed.reply.value_or(0)); }
  int shortest() const {
    const int packets = std::ranges::min(packet.kinds(), {}, &PacketMix::Kind::flits).flits;
    return std::min(packets, closed.reply.value_or(packets));
  }
};

}  // namespace torusim
