#include "models/watch/channel_table.h"

#include <fmt/format.h>

namespace torusim {

ChannelTable::ChannelTable(const Hardware& hardware)
    : hardware_(hardware), stride_(hardware.ports() + hardware.alpha) {
  const Topology& topology = hardware_.topology;
  reader_.resize(static_cast<std::size_t>(topology.nodes()) * stride_);
  feeder_.assign(static_cast<std::size_t>(topology.nodes()) * hardware_.ports(), kNone);
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < stride_; ++port) {
      const bool network = port < hardware_.network_ports();
      reader_[id(node, port)] = network ? topology.neighbor(node, port) : node;
      if (network && topology.has_channel(node, port)) {
        feeder_[topology.neighbor(node, port) * hardware_.ports() + topology.opposite(port)] = id(node, port);
      }
      if (port >= hardware_.ports()) {
        feeder_[node * hardware_.ports() + port - hardware_.alpha] = id(node, port);
      }
    }
  }
}

bool ChannelTable::exists(NodeId node, int port) const {
  if (node < 0 || node >= hardware_.topology.nodes() || port < 0 || port >= stride_) return false;
  return port >= hardware_.network_ports() || hardware_.topology.has_channel(node, port);
}

std::string ChannelTable::name(ChannelId channel) const {
  const std::string node = hardware_.topology.node_name(this->node(channel));
  const int port = this->port(channel);
  if (injection(channel)) return fmt::format("node {} injection {}", node, port - hardware_.ports());
  if (ejection(channel)) return fmt::format("node {} ejection {}", node, port - hardware_.network_ports());
  return fmt::format("node {} port {}", node, hardware_.topology.port_name(port));
}

}  // namespace torusim
