#include "models/traffic/traffic_run.h"

namespace torusim {
namespace {

/// Cycles from head to tail. A buffer smaller than the credit round trip passes its slots once a round trip.
Cycle behind_head(const Hardware& hardware, int flits) {
  const int round_trip = Hardware::credit_round_trip(hardware.link_delay);
  const int slots = hardware.slots();
  if (slots >= round_trip) return flits - 1;
  return Cycle{(flits - 1) / slots} * round_trip + (flits - 1) % slots;
}

}  // namespace

Cycle zero_load_latency(const Hardware& hardware, Cycle startup, int hops, int flits) {
  return startup + 4 + Cycle{hops} * (1 + hardware.link_delay) + behind_head(hardware, flits);
}

double zero_load_latency(const Hardware& hardware, const Pattern& pattern, const OpenLoopOptions& traffic) {
  double behind = 0, weights = 0;
  for (const PacketMix::Kind& kind : traffic.packet.kinds()) {
    behind += kind.weight * static_cast<double>(behind_head(hardware, kind.flits));
    weights += kind.weight;
  }
  return static_cast<double>(traffic.startup) + 4 +
         pattern.mean_hops(hardware.topology) * (1 + hardware.link_delay) + behind / weights;
}

}  // namespace torusim
