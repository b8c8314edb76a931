#pragma once
/// The most nodes that one step can reach, as a maximum flow.
///
/// Owners are sources of at most alpha units, every channel carries one unit, every receiver takes one. Sets
/// of nodes that can receive together are independent sets of a matroid (a gammoid). So nodes can be tried in
/// any order: a node that fails once cannot be reached in this step, and the final set has the maximum size.
/// So the order is free to choose, and decides only who receives.

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
  /// The node whose channel comes in by a port; another than neighbor() only where a link fails one way.
  NodeId source(NodeId node, int port) const { return sources_[node * std::size_t(ports()) + port]; }
  int opposite(int port) const { return topology_.opposite(port); }

 private:
  Topology topology_;
  std::vector<NodeId> neighbors_, sources_;  // [channel]
};

class FlowStep {
 public:
  /// `owners[node]`: owns the message. `channels` must outlive this.
  FlowStep(const ChannelMap& channels, const std::vector<bool>& owners, int alpha);

  /// Makes room for one more receiver, which must not be an owner nor a receiver yet; earlier receivers stay,
  /// by other paths perhaps. False if that is impossible.
  bool reach(NodeId receiver);

  /// One path for every receiver; nullopt if one of them has too many runs for a Route.
  std::optional<std::vector<Send>> sends() const;

 private:
  /// How the search came to a node from the next one towards the receiver.
  struct Arc {
    NodeId next;
    std::int8_t port;  ///< of the node that the flow leaves or, `cancels`, no longer leaves
    bool cancels;
  };

  std::size_t index(NodeId node, int port) const { return node * std::size_t(channels_.ports()) + port; }
  void augment(NodeId owner, NodeId receiver);
  /// A port by which a path comes to the node; `straight` if one does.
  int incoming(const std::vector<bool>& carries, NodeId at, int straight) const;

  const ChannelMap& channels_;
  std::vector<bool> carries_;  // [channel]
  std::vector<int> budget_;    // [node]: sends that an owner has left
  std::vector<int> supply_;    // [node]: sends that it makes
  std::vector<NodeId> receivers_;
  std::vector<bool> dead_;         // [node]: cannot be reached any more
  std::vector<unsigned> seen_in_;  // [node]: the last search that came there
  unsigned search_ = 0;
  std::vector<Arc> arcs_;      // [node]
  std::vector<NodeId> queue_;  // of the search
};

}  // namespace torusim::broadcast
