#pragma once
/// Channels and nodes of a network that have failed: nothing moves on such a channel, and a failed node takes
/// part in nothing.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim {

class Failures {
 public:
  /// A link, named by one of its channels.
  struct Link {
    NodeId node = 0;
    int port = 0;
    bool one_way = false;  ///< only the channel that leaves the node
    bool operator==(const Link&) const = default;
  };

  /// None of this network yet.
  explicit Failures(const Topology& intact);

  /// Each throws InputError if the channel or node does not exist, or has failed already.
  void fail_link(Link link);
  /// The node and all its channels, in both directions.
  void fail_node(NodeId node);

  bool channel(NodeId node, int port) const { return channels_[place(node, port)]; }
  bool node(NodeId node) const { return nodes_[static_cast<std::size_t>(node)]; }
  const std::vector<Link>& links() const { return failed_links_; }
  const std::vector<NodeId>& nodes() const { return failed_nodes_; }
  /// All links of the network that live, each by one of its channels, in ascending order.
  std::vector<Link> live_links() const;
  /// Links of the intact network.
  std::int64_t all_links() const { return intact_.channels() / 2; }
  /// `(3,4)+x`, `(3,4)+x one way`
  std::string name(const Link& link) const;
  /// `2 of 128 links: (3,4)+x, (1,0)-y one way; node (7,7)`; of more than `most` names it gives the number.
  std::string text(std::size_t most) const;

  /// Throws InputError if a live node cannot reach every other.
  void check_whole() const;

  bool operator==(const Failures& other) const {
    return channels_ == other.channels_ && nodes_ == other.nodes_;
  }

 private:
  std::size_t place(NodeId node, int port) const {
    return static_cast<std::size_t>(node) * intact_.network_ports() + port;
  }
  void fail_channel(NodeId node, int port);
  /// A node that the first live node cannot reach, or if `back`, that cannot reach it; -1: none.
  NodeId beyond_reach(NodeId first, bool back) const;

  Topology intact_;
  std::vector<bool> channels_;  // [node * ports + port]
  std::vector<bool> nodes_;
  std::vector<Link> failed_links_;
  std::vector<NodeId> failed_nodes_;
};

}  // namespace torusim
