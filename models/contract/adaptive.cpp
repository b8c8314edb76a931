#include "models/contract/adaptive.h"

#include <cassert>

namespace torusim {

MinimalPorts::MinimalPorts(const Hardware& hardware, NodeId from, NodeId to) {
  assert(from != to);
  const Topology& topology = hardware.topology;
  std::array<int, 2 * Topology::kMaxDimensions> hops{};  // of ports_
  const auto add = [&](int port, int left, bool wrap_ahead) {
    if (size_ == 0) {
      escape_port_ = port;
      escape_lane_ = wrap_ahead ? 0 : hardware.escape_lanes() - 1;
    }
    std::size_t at = size_++;
    for (; at > 0 && hops[at - 1] < left; --at) {
      hops[at] = hops[at - 1];
      ports_[at] = ports_[at - 1];
    }
    hops[at] = left;
    ports_[at] = static_cast<std::uint8_t>(port);
  };
  for (int d = 0; d < topology.dimensions(); ++d) {
    const int a = topology.coordinate(from, d), b = topology.coordinate(to, d), side = topology.side(d);
    if (a == b) continue;
    const int up = b > a ? b - a : b - a + side, down = side - up;
    const bool ring = topology.wraps(d);
    if (ring ? up <= down : b > a) add(topology.port(d, 1), up, b < a);
    if (ring ? down <= up : b < a) add(topology.port(d, -1), down, b > a);
  }
}

}  // namespace torusim
