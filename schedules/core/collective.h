#pragma once
/// Which collective communication a schedule performs: what the nodes hold at the start, what they must hold
/// at the end, and whether a block stays with a node that sends it.
///
/// - Complete exchange: node s has a block for every node t, `s:t`, and blocks move.
/// - Gossip (all-gather, all-to-all broadcast): every node has a packet, and all nodes get copies of all.
/// - Broadcast: one node, the root, has a packet, and all nodes get copies of it.
/// - Reduce-scatter, reduce, all-reduce: every node has a contribution to every chunk of a vector, and chunks
///   add up on the way. At the end the sum of all contributions is at the node that the chunk is named after,
///   at the root, or at every node.
/// - Messages: every transfer carries blocks of its own, which have no names and must arrive once, where it
///   leads. So anything whose data cannot be followed from message to message can be run: a sparse exchange,
///   a trace of a program.
///
/// A packet consists of one or more pieces of equal size, its blocks. Piece p of the packet of node s is
/// block `s:p`, where p is named as a node is, by number or coordinates, so that sets of pieces are sets of
/// blocks. The chunks of a reduction are named like the blocks of the gossip or broadcast that it is in
/// reverse: chunk `t:p` is piece p of what node t gets in a reduce-scatter.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "schedules/core/block_set.h"
#include "schedules/core/topology.h"

namespace torusim {

struct Collective {
  enum class Kind { kCompleteExchange, kGossip, kBroadcast, kReduceScatter, kAllReduce, kReduce, kMessages };

  Kind kind = Kind::kCompleteExchange;
  NodeId root = 0;  ///< of a broadcast or reduce, and of an all-reduce with one packet
  int pieces = 1;   ///< of a packet, at most as many as there are nodes
  /// An all-reduce whose vector is one packet, that of the root; else it has a packet of every node.
  bool rooted = false;
  /// Deliveries of gossip or broadcast blocks to nodes that hold them already, in the whole schedule. It is
  /// the schedule's promise, and the checker counts: 0 means that every block comes exactly once.
  std::int64_t repeats = 0;
  std::int64_t blocks = 0;  ///< of all messages together; readers and StoredSchedule count them

  /// A block that is sent stays with its sender.
  bool copies() const { return kind == Kind::kGossip || kind == Kind::kBroadcast; }
  /// Blocks are chunks, and contributions to a chunk that meet become one.
  bool reduces() const {
    return kind == Kind::kReduceScatter || kind == Kind::kAllReduce || kind == Kind::kReduce;
  }
  /// A node keeps its part of a chunk when it sends it. In a reduce-scatter or reduce it moves.
  bool keeps() const { return kind != Kind::kReduceScatter && kind != Kind::kReduce; }
  /// The root is part of it.
  bool has_root() const { return kind == Kind::kBroadcast || kind == Kind::kReduce; }
  /// There is one packet, the root's; else every node has one.
  bool one_packet() const {
    return kind == Kind::kBroadcast || kind == Kind::kReduce || (kind == Kind::kAllReduce && rooted);
  }
  /// Pieces of all packets: blocks of a gossip or broadcast, chunks of the vector of a reduction.
  std::int64_t chunks(const Topology& topology) const {
    return (one_packet() ? 1 : std::int64_t{topology.nodes()}) * pieces;
  }
  /// Blocks have names, and a sender must hold them.
  bool named() const { return kind != Kind::kMessages; }
  bool operator==(const Collective&) const = default;
};

/// The pieces of the packet of `owner`.
BlockSet packet_of(const Topology& topology, const Collective& collective, NodeId owner);
/// Blocks that node `node` holds before the first phase; of messages none. Of a reduction: the chunks, to all
/// of which it has a contribution.
BlockSet initial_blocks(const Topology& topology, const Collective& collective, NodeId node);
/// Blocks that it must hold, and no others, after the last. Of a reduction: the chunks of which it must have
/// the sum.
BlockSet final_blocks(const Topology& topology, const Collective& collective, NodeId node);
/// Deliveries that make the collective complete: blocks times the nodes that must get them from elsewhere; of
/// a reduction, chunks times the nodes that must have their sums.
std::int64_t deliveries(const Topology& topology, const Collective& collective);

/// All kinds, in their order.
inline constexpr Collective::Kind kCollectiveKinds[] = {
    Collective::Kind::kCompleteExchange, Collective::Kind::kGossip,    Collective::Kind::kBroadcast,
    Collective::Kind::kReduceScatter,    Collective::Kind::kAllReduce, Collective::Kind::kReduce,
    Collective::Kind::kMessages};
/// "complete-exchange", "gossip", "broadcast", "reduce-scatter", "all-reduce", "reduce", "messages".
const char* to_text(Collective::Kind kind);
std::optional<Collective::Kind> collective_kind(std::string_view text);
/// "gossip, 2 pieces a packet, 48 repeats"; "broadcast from (0,3)".
std::string description(const Topology& topology, const Collective& collective);
/// Throws InputError unless pieces and root are names of nodes: pieces 1 to N, the root 0 to N - 1.
void check_names(const Topology& topology, const Collective& collective);
/// `(0,3):(1,1)`, or `(0,3)` for a packet of one piece.
std::string block_name(const Topology& topology, const Collective& collective, Block block);

}  // namespace torusim
