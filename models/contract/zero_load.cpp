#include "models/contract/zero_load.h"

#include <algorithm>
#include <cassert>

namespace torusim {
namespace {

/// Credit round trip of a local channel, of which only the router's end is pipelined.
Cycle local_round_trip(const Hardware& hardware) { return 3 + hardware.entry_delay(); }

/// Cycles from the first to the last of consecutive flits. A buffer smaller than the credit round trip passes
/// its slots once a round trip, and a slow link passes a flit once an interval.
Cycle behind_first(const Hardware& hardware, const PathTimes& path, Cycle flits) {
  const Cycle round_trip = std::max(2 * path.delay + 2, local_round_trip(hardware));
  const Cycle slots = hardware.slots();
  return (flits - 1) / slots * std::max(round_trip, slots * path.interval) +
         (flits - 1) % slots * path.interval;
}

}  // namespace

PathTimes path_times(const Hardware& hardware, NodeId source, const Route& route) {
  if (hardware.uneven == nullptr) return PathTimes::even(hardware, route.hops(hardware.topology));
  PathTimes path;
  route.for_each_channel(hardware.topology, source, [&](NodeId node, int port) {
    const LinkTime link = hardware.hop(node, port);
    ++path.hops;
    path.delays += link.delay;
    path.intervals += link.interval;
    path.delay = std::max<Cycle>(path.delay, link.delay);
    path.interval = std::max<Cycle>(path.interval, link.interval);
  });
  return path;
}

Cycle zero_load_latency(const Hardware& hardware, Cycle startup, const PathTimes& path, Cycle flits) {
  assert(startup >= 0 && path.hops >= 0 && flits >= 1);
  const Cycle head = 3 + hardware.entry_delay() + path.hops + path.delays;
  switch (hardware.switching) {
    case Switching::kStoreAndForward:
      // Each of the hops + 1 routers receives the whole worm, one flit a cycle or an interval, before it
      // sends the head.
      return startup + head + (flits - 1) * (path.intervals + 2);
    case Switching::kCircuit: {
      if (flits == 1) return startup + head;
      // The ack takes two cycles from the destination's node interface to its router's input wire, the delay
      // of each hop back, and one to the arbitration of the source's node interface. A link that is still
      // slower lets the first payload flit wait for its interval behind the head.
      const Cycle ack = 2 + hardware.entry_delay() + path.delays;
      return startup + head + std::max(head + ack, path.interval) + behind_first(hardware, path, flits - 1);
    }
    default:
      return startup + head + behind_first(hardware, path, flits);
  }
}

Cycle injection_time(const Hardware& hardware, NodeId source, const Route& route, Cycle flits) {
  const Cycle slots = hardware.slots();
  Cycle time = flits - 1;
  // A slow channel delays the source when all buffers before the channel are full: each buffer absorbs its
  // slots, and adds a credit round trip from the flit that fills it.
  Cycle left = flits - 1, trips = 0;
  PathTimes path;
  const auto look = [&](LinkTime link, Cycle round_trip) {
    path.delay = std::max<Cycle>(path.delay, link.delay);
    path.interval = std::max<Cycle>(path.interval, link.interval);
    left -= slots;
    trips += round_trip;
    if (left >= 0) time = std::max(time, trips + behind_first(hardware, path, left + 1));
  };
  look({0, 1}, local_round_trip(hardware));
  route.for_each_channel(hardware.topology, source, [&](NodeId node, int port) {
    const LinkTime link = hardware.hop(node, port);
    look(link, 2 * link.delay + 2);
  });
  return time;
}

Cycle zero_load_latency(const Hardware& hardware, Cycle startup, Cycle hops, Cycle flits) {
  return zero_load_latency(hardware, startup, PathTimes::even(hardware, hops), flits);
}

}  // namespace torusim
