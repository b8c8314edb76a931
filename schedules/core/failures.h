#pragma once
/// Failed channels and nodes of a network. No flit moves on a failed channel, and a failed node takes part in
/// no collective. failed_network.h makes failures.
///
/// Topology builds on this header, which therefore has no NodeId: nodes are plain numbers.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace torusim {

class Failures {
 public:
  using NodeId = std::int32_t;

  /// A link, named by one of its channels.
  struct Link {
    NodeId node = 0;
    int port = 0;
    bool one_way = false;  ///< only the channel that leaves the node has failed
    bool operator==(const Link&) const = default;
  };

  bool channel(NodeId node, int port) const { return channels_[place(node, port)]; }
  bool node(NodeId node) const { return nodes_[static_cast<std::size_t>(node)]; }
  const std::vector<Link>& links() const { return failed_links_; }
  const std::vector<NodeId>& nodes() const { return failed_nodes_; }

  bool operator==(const Failures& other) const {
    return channels_ == other.channels_ && nodes_ == other.nodes_;
  }

 protected:
  /// No failures, in a network of `nodes` nodes with `ports` ports each.
  Failures(NodeId nodes, int ports)
      : ports_(static_cast<std::size_t>(ports)),
        channels_(static_cast<std::size_t>(nodes) * ports_),
        nodes_(static_cast<std::size_t>(nodes)) {}

  std::size_t place(NodeId node, int port) const { return static_cast<std::size_t>(node) * ports_ + port; }

  std::size_t ports_;
  std::vector<bool> channels_;  // [node * ports + port]
  std::vector<bool> nodes_;
  std::vector<Link> failed_links_;
  std::vector<NodeId> failed_nodes_;
};

/// Failed nodes take part in no collective. `failures`: those of a topology, or null.
inline bool takes_part(const Failures* failures, Failures::NodeId node) {
  return failures == nullptr || !failures->node(node);
}
inline Failures::NodeId nodes_left(const Failures* failures, Failures::NodeId nodes) {
  return failures == nullptr ? nodes : nodes - static_cast<Failures::NodeId>(failures->nodes().size());
}

}  // namespace torusim
