#include "schedules/algorithms/broadcast/channel_map.h"

namespace torusim::broadcast {

ChannelMap::ChannelMap(const Topology& topology) : topology_(topology) {
  neighbors_.reserve(topology.nodes() * std::size_t(ports()));
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < ports(); ++port) {
      neighbors_.push_back(topology.has_channel(node, port) ? topology.neighbor(node, port) : kNone);
    }
  }
  sources_ = neighbors_;
  if (topology.failures() == nullptr) return;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < ports(); ++port) {
      const NodeId from = topology.neighbor(node, port);
      const bool comes = topology.has_channel(from, opposite(port));
      sources_[node * std::size_t(ports()) + port] = comes ? from : kNone;
    }
  }
}

}  // namespace torusim::broadcast
