#include "models/watch/ring_population.h"

namespace torusim {

RingPopulation::RingPopulation(const Hardware& hardware, const ChannelTable& table)
    : ring_of_(table.size(), kNone) {
  const Topology& topology = hardware.topology;
  for (NodeId first = 0; first < topology.nodes(); ++first) {
    for (int port = 0; port < hardware.network_ports(); ++port) {
      if (!hardware.in_ring(port) || ring_of_[table.id(first, port)] != kNone) continue;
      Ring ring{0, std::vector<int>(hardware.vcs(), 0)};
      for (NodeId node = first; ring_of_[table.id(node, port)] == kNone;
           node = topology.neighbor(node, port)) {
        ring_of_[table.id(node, port)] = static_cast<int>(rings_.size());
        ring.slots += hardware.packet_slots;
      }
      rings_.push_back(ring);
    }
  }
}

bool RingPopulation::head_goes(Vc from, Vc to) {
  const int left = ring_of_[from.channel], entered = ring_of_[to.channel];
  if (left == entered) return true;
  if (left != kNone) --rings_[left].worms[from.vc];
  return entered == kNone || ++rings_[entered].worms[to.vc] < rings_[entered].slots;
}

}  // namespace torusim
