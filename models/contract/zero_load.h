#pragma once
/// The latency of a message without contention: the closed form of docs/router.md.

#include "models/contract/hardware.h"
#include "schedules/core/route.h"

namespace torusim {

/// The times of the channels between routers on a path that determine the latency.
struct PathTimes {
  Cycle hops = 0;
  Cycle delays = 0, intervals = 0;  ///< sums; a delay ends in the arbitration of the next router
  Cycle delay = 0, interval = 1;    ///< maxima over the channels

  static PathTimes even(const Hardware& hardware, Cycle hops) {
    return {hops, hops * hardware.hop_delay(), hops, hops == 0 ? 0 : hardware.hop_delay(), 1};
  }
};

/// The times of a route from `source`. All channels of the route must exist.
PathTimes path_times(const Hardware& hardware, NodeId source, const Route& route);

/// Cycles from the start of a send to the delivery of the tail, startup time included. A phase without
/// contention takes as long between barriers of no latency, if no message takes longer. `flits` (>= 1)
/// includes the head; buffers smaller than the credit round trip are taken into account.
Cycle zero_load_latency(const Hardware& hardware, Cycle startup, const PathTimes& path, Cycle flits);
/// Cycles from the head to the tail on the injection channel over uneven links, with wormhole switching or
/// virtual cut-through. Buffers before the slow links absorb flits, so the injection can end earlier than the
/// slow links allow.
Cycle injection_time(const Hardware& hardware, NodeId source, const Route& route, Cycle flits);
/// The latency over `hops` hops of even links.
Cycle zero_load_latency(const Hardware& hardware, Cycle startup, Cycle hops, Cycle flits);

}  // namespace torusim
