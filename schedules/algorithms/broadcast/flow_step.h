#pragma once
/// The most nodes that one step can reach, as a maximum flow.
///
/// Owners are sources of at most alpha units, every channel carries one unit, and every receiver takes one
/// unit. Sets of nodes that can receive together are independent sets of a matroid (a gammoid). So nodes can
/// be tried in any order: a node that fails once cannot be reached in this step, and the final set has the
/// maximum size. The order of the trials decides only which nodes receive.

#include <optional>

#include "schedules/algorithms/broadcast/plan.h"

namespace torusim::broadcast {

/// The channels of a topology, looked up fast; shared by all steps.
class ChannelMap {
 public:
  static constexpr NodeId kNone = -1;

  explicit ChannelMap(const Topology& topology);
  const Topology& topology() const { return topology_; }
  int ports() const { return topology_.network_ports(); }
  NodeId nodes() const { return topology_.nodes(); }
  /// kNone where there is no channel.
  NodeId neighbor(NodeId node, int port) const { return neighbors_[node * std::size_t(ports()) + port]; }
  /// The node whose channel comes in by a port; it differs from neighbor() only where a link fails one way.
  NodeId source(NodeId node, int port) const { return sources_[node * std::size_t(ports()) + port]; }
  int opposite(int port) const { return topology_.opposite(port); }

 private:
  Topology topology_;
  std::vector<NodeId> neighbors_, sources_;  // [channel]
};

class FlowStep {
 public:
  /// `owners[node]`: the node owns the message. `channels` must outlive the step.
  FlowStep(const ChannelMap& channels, const std::vector<bool>& owners, int alpha);

  /// Adds a receiver, which must not be an owner or receiver yet. Earlier receivers stay, perhaps with other
  /// paths. False if the node cannot be added.
  bool reach(NodeId receiver);

  /// One path for every receiver; nullopt if a path has too many runs for a Route.
  std::optional<std::vector<Send>> sends() const;

 private:
  /// The arc by which the search came to a node from the next node towards the receiver.
  struct Arc {
    NodeId next;
    std::int8_t port;  ///< port by which the flow leaves the node, or with `cancels` no longer leaves
    bool cancels;
  };

  std::size_t index(NodeId node, int port) const { return node * std::size_t(channels_.ports()) + port; }
  void augment(NodeId owner, NodeId receiver);
  /// A port by which a path comes to the node; port `straight` if a path comes by it.
  int incoming(const std::vector<bool>& carries, NodeId at, int straight) const;

  const ChannelMap& channels_;
  std::vector<bool> carries_;  // [channel]
  std::vector<int> budget_;    // [node]: remaining sends of an owner
  std::vector<int> supply_;    // [node]: sends of the node in this step
  std::vector<NodeId> receivers_;
  std::vector<bool> dead_;         // [node]: cannot be reached any more
  std::vector<unsigned> seen_in_;  // [node]: the last search that reached the node
  unsigned search_ = 0;
  std::vector<Arc> arcs_;      // [node]
  std::vector<NodeId> queue_;  // of the search
};

}  // namespace torusim::broadcast
