#include "models/worm.h"

namespace torusim {

WormSlot WormTable::add(Worm worm) {
  if (free_.empty()) {
    worms_.push_back(worm);
    used_.push_back(true);
    return static_cast<WormSlot>(worms_.size() - 1);
  }
  const WormSlot slot = free_.back();
  free_.pop_back();
  worms_[slot] = worm;
  used_[slot] = true;
  return slot;
}

void WormTable::remove(WormSlot slot) {
  used_[slot] = false;
  free_.push_back(slot);
}

std::vector<const Worm*> WormTable::all() const {
  std::vector<const Worm*> result;
  for (std::size_t i = 0; i < worms_.size(); ++i) {
    if (used_[i]) result.push_back(&worms_[i]);
  }
  return result;
}

ChannelRef channel_on_path(const Hardware& hardware, const Worm& worm, int n) {
  const Topology& topology = hardware.topology;
  ChannelRef at{worm.source, hardware.ports() + worm.injection_channel, hardware.vc(worm.message_class, 0)};
  if (n == 0) return at;
  int in = hardware.network_ports() + worm.injection_channel;
  NodeId node = worm.source;
  const auto hop = [&](int out, bool dateline) {
    at = {node, out, next_vc(hardware, in, at.vc, out, dateline)};
    return --n == 0;
  };
  for (int r = 0; r < worm.route.size(); ++r) {
    const int out = topology.port(worm.route[r].dimension, worm.route[r].hops);
    for (int left = run_channels(hardware, worm, r); left > 0; --left) {
      if (hop(out, topology.crosses_dateline(node, out))) return at;
      node = topology.neighbor(node, out);
      in = topology.opposite(out);
    }
  }
  hop(hardware.network_ports() + worm.ejection_channel, false);
  return at;
}

std::uint64_t payload_word(NodeId source, NodeId destination, std::uint32_t index) {
  std::uint64_t x = (std::uint64_t(std::uint32_t(source)) << 32) ^ std::uint32_t(destination);
  x += 0x9E3779B97F4A7C15u * (index + 1);
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

}  // namespace torusim
