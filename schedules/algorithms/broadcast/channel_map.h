#pragma once
/// The channels of a topology, looked up fast; shared by all steps of a search.

#include <vector>

#include "schedules/core/topology.h"

namespace torusim::broadcast {

class ChannelMap {
 public:
  static constexpr NodeId kNone = -1;

  explicit ChannelMap(const Topology& topology);
  const Topology& topology() const { return topology_; }
  int ports() const { return topology_.network_ports(); }
  NodeId nodes() const { return topology_.nodes(); }
  /// kNone where there is no channel.
  NodeId neighbor(NodeId node, int port) const { return neighbors_[node * std::size_t(ports()) + port]; }
  /// The node whose channel comes in by a port; another than neighbor() only where a link fails one way.
  NodeId source(NodeId node, int port) const { return sources_[node * std::size_t(ports()) + port]; }
  int opposite(int port) const { return topology_.opposite(port); }

 private:
  Topology topology_;
  std::vector<NodeId> neighbors_, sources_;  // [channel]
};

}  // namespace torusim::broadcast
