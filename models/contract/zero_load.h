#pragma once
/// The latency of a message without contention: the closed form of docs/router.md.

#include "models/contract/hardware.h"
#include "schedules/core/route.h"

namespace torusim {

/// What the latency depends on of the channels between routers on a path.
struct PathTimes {
  Cycle hops = 0;
  Cycle delays = 0, intervals = 0;  ///< sums; a delay ends in the arbitration of the next router
  Cycle delay = 0, interval = 1;    ///< the longest

  static PathTimes even(const Hardware& hardware, Cycle hops) {
    return {hops, hops * hardware.hop_delay(), hops, hops == 0 ? 0 : hardware.hop_delay(), 1};
  }
};

/// Of a route from `source`, all of whose channels must exist.
PathTimes path_times(const Hardware& hardware, NodeId source, const Route& route);

/// Cycles from the start of a send to its tail's delivery, startup time included. This is also the time of a
/// phase without contention, between barriers of no latency, if no message is longer. `flits` (>= 1) includes
/// the head; buffers smaller than the credit round trip are taken into account.
Cycle zero_load_latency(const Hardware& hardware, Cycle startup, const PathTimes& path, Cycle flits);
/// Of a wormhole or virtual cut-through over uneven links: cycles from the head to the tail on the injection
/// channel. The buffers on the path take in what its slow links do not.
Cycle injection_time(const Hardware& hardware, NodeId source, const Route& route, Cycle flits);
/// `hops` hops away, where links do not differ.
Cycle zero_load_latency(const Hardware& hardware, Cycle startup, Cycle hops, Cycle flits);

}  // namespace torusim
