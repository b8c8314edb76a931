#include "models/contract/zero_load.h"
#include "models/run/traffic_run.h"

namespace torusim {

double zero_load_latency(const Hardware& hardware, const Pattern& pattern, const OpenLoopOptions& traffic,
                         const PairRoutes* pairs) {
  // Of packets of one length the latency grows by the same with every hop, so the mean distance gives the
  // mean.
  const double hops = pattern.mean_hops(hardware.topology, pairs);
  double latency = 0, weights = 0;
  for (const PacketMix::Kind& kind : traffic.packet.kinds()) {
    const auto at = [&](Cycle distance) {
      return static_cast<double>(zero_load_latency(hardware, traffic.startup, distance, kind.flits));
    };
    latency += kind.weight * (at(0) + hops * (at(1) - at(0)));
    weights += kind.weight;
  }
  return latency / weights;
}

}  // namespace torusim
