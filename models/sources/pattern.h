#pragma once
/// Where open-loop traffic goes: the destinations that this field compares networks with. docs/traffic.md
/// defines each.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/sources/node_random.h"
#include "schedules/core/topology.h"

namespace torusim {

struct PatternOptions {
  std::string name = "uniform";
  NodeId hotspot = 0;          ///< hotspot: the node that everyone likes to send to
  double hotspot_share = 0.2;  ///< hotspot: share of all packets that go there, 0..1; the rest is uniform
};

class Pattern {
 public:
  /// Throws UsageError for an unknown name, InputError when the topology does not suit the pattern (bit
  /// patterns need 2^m nodes, transpose an even number of dimensions whose halves have the same sides) or
  /// when nobody would send anything.
  Pattern(const PatternOptions& options, const Topology& topology);

  static const std::vector<std::string>& names();

  /// False for a node that the pattern maps to itself: it makes no packets.
  bool sends(NodeId node) const;
  /// Where all packets of the node go, itself if it makes none; nothing if they may go to any node.
  std::optional<NodeId> only_destination(NodeId source) const;
  /// Nodes that send.
  NodeId senders() const;
  /// Destination of the node's next packet; the node itself means that there is no packet (only the hotspot,
  /// which does not send its share to itself).
  NodeId destination(NodeId source, NodeRandom& random) const;
  /// Hops of a shortest path, averaged over all packets.
  double mean_hops(const Topology& topology) const;

 private:
  enum class Kind { kUniform, kHotspot, kFixed };

  Kind kind_ = Kind::kFixed;
  PatternOptions options_;
  NodeId nodes_;
  std::vector<NodeId> fixed_;
};

}  // namespace torusim
