#pragma once
/// Traffic patterns: the destinations of open-loop packets. docs/traffic.md
/// defines each pattern. No packet goes to or comes from a node that has failed.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/sources/node_random.h"
#include "schedules/core/pair_routes.h"
#include "schedules/core/topology.h"

namespace torusim {

struct PatternOptions {
  std::string name = "uniform";
  NodeId hotspot = 0;          ///< the hotspot node
  double hotspot_share = 0.2;  ///< fraction of packets for the hotspot node, 0..1; the others are uniform
};

class Pattern {
 public:
  /// Throws UsageError for an unknown name, InputError when the topology does not suit the pattern (bit
  /// patterns need 2^m nodes, transpose an even number of dimensions whose halves have the same sides) or
  /// when no node would send, or the hotspot node has failed.
  Pattern(const PatternOptions& options, const Topology& topology);

  static const std::vector<std::string>& names();

  /// False for a node that the pattern maps to itself: it creates no packets.
  bool sends(NodeId node) const;
  /// Where all packets of the node go, itself if it makes none; nothing if they may go to any node.
  std::optional<NodeId> only_destination(NodeId source) const;
  /// Nodes that send.
  NodeId senders() const;
  /// Destination of the node's next packet; the node itself means no packet (only for the hotspot node,
  /// which does not send its share to itself).
  NodeId destination(NodeId source, NodeRandom& random) const;
  /// The probability that the node's next packet is for this other node.
  double probability(NodeId source, NodeId destination) const;
  /// Hops averaged over all packets: of shortest paths, and of the routes of `pairs` if there are any.
  double mean_hops(const Topology& topology, const PairRoutes* pairs = nullptr) const;

 private:
  enum class Kind { kUniform, kHotspot, kFixed };

  bool failed(NodeId node) const { return !failed_.empty() && failed_[static_cast<std::size_t>(node)]; }
  double mean_of_pairs(const Topology& topology, const PairRoutes& pairs) const;

  Kind kind_ = Kind::kFixed;
  PatternOptions options_;
  NodeId nodes_;
  NodeId live_;  // that have not failed
  std::vector<NodeId> fixed_;
  std::vector<bool> failed_;  // empty: no node has
};

}  // namespace torusim
