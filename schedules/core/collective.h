#pragma once
/// The collective communication that a schedule performs: the blocks that nodes hold at the start and must
/// hold at the end, and whether a block stays with its sender.
///
/// - Complete exchange: node s has a block for every node t, `s:t`, and blocks move.
/// - Gossip (all-gather, all-to-all broadcast): every node has a packet, and all nodes get copies of all
///   packets.
/// - Broadcast: one node, the root, has a packet, and all nodes get copies of it.
/// - Reduce-scatter, reduce, all-reduce: every node has a contribution to every chunk of a vector, and
///   contributions add up on the way. At the end the sum of all contributions is at the node in the chunk's
///   name, at the root, or at every node.
/// - Messages: every transfer carries blocks of its own. These blocks have no names and must arrive once, at
///   the destination of the transfer. Messages serve work whose data cannot be followed from message to
///   message: a sparse exchange, a trace of a program.
///
/// A packet consists of one or more pieces of equal size, its blocks. Piece p of the packet of node s is
/// block `s:p`. Pieces are named as nodes are, by number or coordinates, so sets of pieces are sets of
/// blocks. If there is one packet, it may have more pieces than the network has nodes, N; piece p is then
/// block `p / N : p % N`, whatever the root. The chunks of a reduction have the names of the blocks of the
/// reversed gossip or broadcast: chunk `t:p` is piece p of the packet that node t gets in a reduce-scatter.

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
  NodeId root = 0;  ///< root of a broadcast or reduce, and of an all-reduce with one packet
  int pieces = 1;   ///< pieces of a packet, at most most_pieces()
  /// The vector of the all-reduce is one packet, that of the root; else the vector has a packet of every
  /// node.
  bool rooted = false;
  /// Deliveries of gossip or broadcast blocks to nodes that hold them already, in the whole schedule. The
  /// schedule promises this number, and the checker counts the repeats. 0: every block comes exactly once.
  std::int64_t repeats = 0;
  std::int64_t blocks = 0;  ///< blocks of all messages together; readers and StoredSchedule count them

  /// A block that is sent stays with its sender.
  bool copies() const { return kind == Kind::kGossip || kind == Kind::kBroadcast; }
  /// Blocks are chunks, and contributions to a chunk that meet are added up.
  bool reduces() const {
    return kind == Kind::kReduceScatter || kind == Kind::kAllReduce || kind == Kind::kReduce;
  }
  /// A node keeps its partial sum of a chunk when it sends the sum. In a reduce-scatter or reduce the sum
  /// moves.
  bool keeps() const { return kind != Kind::kReduceScatter && kind != Kind::kReduce; }
  /// The collective has a root.
  bool has_root() const { return kind == Kind::kBroadcast || kind == Kind::kReduce; }
  /// There is one packet, that of the root; else every node has a packet.
  bool one_packet() const {
    return kind == Kind::kBroadcast || kind == Kind::kReduce || (kind == Kind::kAllReduce && rooted);
  }
  /// Pieces of all packets: blocks of a gossip or broadcast, chunks of the vector of a reduction.
  std::int64_t chunks(const Topology& topology) const {
    return (one_packet() ? 1 : std::int64_t{topology.nodes()}) * pieces;
  }
  /// Pieces for which a network of `nodes` nodes has names.
  int most_pieces(NodeId nodes) const;
  /// The pieces of the only packet have names of several sources.
  bool many_pieces(NodeId nodes) const { return one_packet() && pieces > nodes; }
  /// The block of chunk `number`, 0 .. chunks() - 1, and its inverse: -1 for a block that is no chunk.
  Block chunk(NodeId nodes, std::int64_t number) const;
  std::int64_t number(NodeId nodes, Block block) const;
  /// Blocks have names, and a sender must hold them.
  bool named() const { return kind != Kind::kMessages; }
  bool operator==(const Collective&) const = default;
};

/// The pieces of the packet of `owner`.
BlockSet packet_of(const Topology& topology, const Collective& collective, NodeId owner);
/// Blocks that node `node` holds before the first phase; none for messages. In a reduction the node has a
/// contribution to every chunk, so these are all chunks.
BlockSet initial_blocks(const Topology& topology, const Collective& collective, NodeId node);
/// Blocks, and no others, that the node must hold after the last phase. In a reduction: the chunks whose sums
/// the node must have.
BlockSet final_blocks(const Topology& topology, const Collective& collective, NodeId node);
/// Deliveries that make the collective complete: blocks times the nodes that must get them from other nodes.
/// In a reduction: chunks times the nodes that must have their sums.
std::int64_t deliveries(const Topology& topology, const Collective& collective);

/// All kinds, in the order of the enumeration.
inline constexpr Collective::Kind kCollectiveKinds[] = {
    Collective::Kind::kCompleteExchange, Collective::Kind::kGossip,    Collective::Kind::kBroadcast,
    Collective::Kind::kReduceScatter,    Collective::Kind::kAllReduce, Collective::Kind::kReduce,
    Collective::Kind::kMessages};
/// "complete-exchange", "gossip", "broadcast", "reduce-scatter", "all-reduce", "reduce", "messages".
const char* to_text(Collective::Kind kind);
std::optional<Collective::Kind> collective_kind(std::string_view text);
/// "gossip, 2 pieces a packet, 48 repeats"; "broadcast from (0,3)".
std::string description(const Topology& topology, const Collective& collective);
/// Throws InputError unless there are 1 to most_pieces() pieces, and the root is a node.
void check_names(const Topology& topology, const Collective& collective);
/// `(0,3):(1,1)`, or `(0,3)` for a packet of one piece.
std::string block_name(const Topology& topology, const Collective& collective, Block block);

}  // namespace torusim
