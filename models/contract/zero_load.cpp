#include "models/contract/zero_load.h"

#include <cassert>

namespace torusim {
namespace {

/// Cycles from the first to the last of some flits that follow each other. A buffer smaller than the credit
/// round trip passes its slots once a round trip.
Cycle behind_first(const Hardware& hardware, Cycle flits) {
  const int round_trip = Hardware::credit_round_trip(hardware.link_delay);
  const int slots = hardware.slots();
  if (slots >= round_trip) return flits - 1;
  return (flits - 1) / slots * round_trip + (flits - 1) % slots;
}

}  // namespace

Cycle zero_load_latency(const Hardware& hardware, Cycle startup, Cycle hops, Cycle flits) {
  assert(startup >= 0 && hops >= 0 && flits >= 1);
  const Cycle path = 4 + hops * (1 + hardware.link_delay);
  switch (hardware.switching) {
    case Switching::kStoreAndForward:
      // Each of the hops + 1 routers takes in the whole worm, one flit a cycle, before it sends any of it.
      return startup + path + (flits - 1) * (hops + 2);
    case Switching::kCircuit: {
      if (flits == 1) return startup + path;
      // The ack: two cycles from the destination's node interface to its router's input wire, link_delay a
      // hop back, one into the arbitration of the source's node interface.
      const Cycle ack = 3 + hops * hardware.link_delay;
      return startup + path + ack + path + behind_first(hardware, flits - 1);
    }
    default:
      return startup + path + behind_first(hardware, flits);
  }
}

}  // namespace torusim
