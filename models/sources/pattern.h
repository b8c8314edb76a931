#pragma once
/// Traffic patterns: the destinations of open-loop packets. docs/traffic.md
/// defines each pattern. No packet goes to or comes from a node that has failed.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/sources/node_random.h"
#include "models/sources/traffic_table.h"
#include "schedules/core/pair_routes.h"
#include "schedules/core/topology.h"

namespace torusim {

struct PatternOptions {
  std::string name = "uniform";
  NodeId hotspot = 0;          ///< the hotspot node
  double hotspot_share = 0.2;  ///< fraction of packets for the hotspot node, 0..1; the others are uniform
  std::shared_ptr<const TrafficTable> table = {};  ///< in place of the pattern of that name
};

class Pattern {
 public:
  /// Throws UsageError for an unknown name. Throws InputError if no node would send, the hotspot node has
  /// failed, or the topology does not suit the pattern. Bit patterns need 2^m nodes; transpose needs an even
  /// number of dimensions whose halves have the same sides.
  Pattern(const PatternOptions& options, const Topology& topology);

  static const std::vector<std::string>& names();

  /// Whether the node creates packets; false for a failed node, and for a node that the pattern maps to
  /// itself.
  bool sends(NodeId node) const;
  /// The destination of all packets of the node, the node itself if it creates none; nothing if destinations
  /// vary.
  std::optional<NodeId> only_destination(NodeId source) const;
  /// Number of nodes that send.
  NodeId senders() const;
  /// Flits per cycle of all nodes, and of one node, at load 1.
  double rate() const;
  double rate(NodeId source) const;
  /// Mean flits of the packets of a node that sends, if other packets have `mean_flits`.
  double mean_flits(NodeId source, double mean_flits) const;
  /// Flows or a trace; null for other patterns.
  const TrafficTable* table() const { return options_.table.get(); }
  bool is_trace() const { return table() != nullptr && table()->is_trace(); }
  /// The packets of the node in a trace.
  std::span<const TrafficTable::Packet> trace(NodeId source) const;

  struct Drawn {
    NodeId destination;
    int flits;  ///< 0: as the packet mix draws
  };
  /// The destination of the node's next packet, as destination(), and its length. REQUIRES: no trace.
  Drawn draw(NodeId source, NodeRandom& random) const {
    return kind_ == Kind::kTable ? draw_flow(source, random) : Drawn{destination(source, random), 0};
  }
  /// Destination of the node's next packet; the node itself means no packet. Only the hotspot node draws
  /// itself: it does not send the hotspot share to itself.
  NodeId destination(NodeId source, NodeRandom& random) const;
  /// The probability that the next packet of `source` is for `destination`, another node.
  double probability(NodeId source, NodeId destination) const;
  /// Mean hops of all packets, along shortest paths or the routes of `pairs`.
  double mean_hops(const Topology& topology, const PairRoutes* pairs = nullptr) const;

 private:
  enum class Kind { kUniform, kHotspot, kFixed, kTable };

  void take_table(const Topology& topology);
  std::span<const TrafficTable::Flow> flows(NodeId source) const;
  Drawn draw_flow(NodeId source, NodeRandom& random) const;

  bool failed(NodeId node) const { return !failed_.empty() && failed_[static_cast<std::size_t>(node)]; }
  double mean_of_pairs(const Topology& topology, const PairRoutes& pairs) const;

  Kind kind_ = Kind::kFixed;
  PatternOptions options_;
  NodeId nodes_;
  NodeId live_;  // number of nodes that have not failed
  std::vector<NodeId> fixed_;
  std::vector<bool> failed_;                            // empty: no node has failed
  std::vector<std::size_t> first_flow_, first_packet_;  // of a table, by source, and the end
  std::vector<double> share_;                           // of the packets of a source, up to each flow
};

}  // namespace torusim
