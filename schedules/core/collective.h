#pragma once
/// Which collective communication a schedule performs: what the nodes hold at the start, what they must hold
/// at the end, and whether a block stays with a node that sends it.
///
/// - Complete exchange: node s has a block for every node t, `s:t`, and blocks move.
/// - Gossip (all-gather, all-to-all broadcast): every node has a packet, and all nodes get copies of all.
/// - Broadcast: one node, the root, has a packet, and all nodes get copies of it.
/// - Messages: every transfer carries blocks of its own, which have no names and must arrive once, where it
///   leads. So anything whose data cannot be followed from message to message can be run: a reduction, a
///   sparse exchange, a trace of a program.
///
/// A packet consists of one or more pieces of equal size, its blocks. Piece p of the packet of node s is
/// block `s:p`, where p is named as a node is, by number or coordinates, so that sets of pieces are sets of
/// blocks.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "schedules/core/block_set.h"
#include "schedules/core/topology.h"

namespace torusim {

struct Collective {
  enum class Kind { kCompleteExchange, kGossip, kBroadcast, kMessages };

  Kind kind = Kind::kCompleteExchange;
  NodeId root = 0;  ///< of a broadcast
  int pieces = 1;   ///< of a packet of a gossip or broadcast, at most as many as there are nodes
  /// Blocks of a gossip or broadcast that come to nodes which hold them already, in the whole schedule. It is
  /// the schedule's promise, and the checker counts: 0 means that every block comes exactly once.
  std::int64_t repeats = 0;
  std::int64_t blocks = 0;  ///< of all messages together; readers and StoredSchedule count them

  /// A block that is sent stays with its sender.
  bool copies() const { return kind == Kind::kGossip || kind == Kind::kBroadcast; }
  /// Blocks have names, and whoever sends one must hold it.
  bool named() const { return kind != Kind::kMessages; }
  bool operator==(const Collective&) const = default;
};

/// Blocks that node `node` holds before the first phase; of messages none.
BlockSet initial_blocks(const Topology& topology, const Collective& collective, NodeId node);
/// Blocks that it must hold, and no others, after the last.
BlockSet final_blocks(const Topology& topology, const Collective& collective, NodeId node);
/// Deliveries that make the collective complete: blocks times the nodes that must get them from elsewhere.
std::int64_t deliveries(const Topology& topology, const Collective& collective);

/// All kinds, in their order.
inline constexpr Collective::Kind kCollectiveKinds[] = {
    Collective::Kind::kCompleteExchange, Collective::Kind::kGossip, Collective::Kind::kBroadcast,
    Collective::Kind::kMessages};
/// "complete-exchange", "gossip", "broadcast", "messages".
const char* to_text(Collective::Kind kind);
std::optional<Collective::Kind> collective_kind(std::string_view text);
/// "gossip, 2 pieces a packet, 48 repeats"; "broadcast from (0,3)".
std::string description(const Topology& topology, const Collective& collective);
/// `(0,3):(1,1)`, or `(0,3)` for a packet of one piece.
std::string block_name(const Topology& topology, const Collective& collective, Block block);

}  // namespace torusim
