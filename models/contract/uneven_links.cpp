#include "models/contract/uneven_links.h"

#include "schedules/core/topology.h"

namespace torusim {

UnevenLinks::UnevenLinks(const Topology& topology, LinkTime all)
    : ports_(static_cast<std::size_t>(topology.network_ports())),
      times_(static_cast<std::size_t>(topology.nodes()) * ports_, all) {}

void UnevenLinks::set(const Topology& topology, NodeId node, int port, LinkTime time) {
  times_[place(node, port)] = time;
  times_[place(topology.neighbor(node, port), topology.opposite(port))] = time;
}

LinkTime UnevenLinks::longest(const Topology& topology) const {
  LinkTime longest;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < topology.network_ports(); ++port) {
      if (!topology.has_channel(node, port)) continue;
      longest.delay = std::max(longest.delay, at(node, port).delay);
      longest.interval = std::max(longest.interval, at(node, port).interval);
    }
  }
  return longest;
}

}  // namespace torusim
