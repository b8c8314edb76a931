#include "schedules/core/collective.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "schedules/core/error.h"
#include "schedules/core/failures.h"

namespace torusim {
namespace {

/// The blocks from `from` (all nodes if absent) to `to` (likewise), as one box.
BlockSet box(const Topology& topology, std::optional<NodeId> from, std::optional<NodeId> to) {
  const int k = topology.dimensions();
  std::vector<Range> ranges(2 * k);
  for (int d = 0; d < k; ++d) {
    const Range whole = Range::whole(topology.side(d));
    ranges[d] = from ? Range::single(topology.coordinate(*from, d)) : whole;
    ranges[k + d] = to ? Range::single(topology.coordinate(*to, d)) : whole;
  }
  BlockSet result(k);
  result.add(ranges);
  return result;
}

/// Without the blocks from failed nodes, and with `exchange` those to them.
BlockSet of_live(const Topology& topology, BlockSet blocks, bool exchange) {
  if (topology.failures() == nullptr) return blocks;
  for (const NodeId node : topology.failures()->nodes()) {
    blocks.remove(topology, blocks.common(box(topology, node, {})));
    if (exchange) blocks.remove(topology, blocks.common(box(topology, {}, node)));
  }
  return blocks;
}

/// All pieces of the packet of `source` (of all packets if absent).
BlockSet packet(const Topology& topology, std::optional<NodeId> source, const Collective& collective) {
  BlockSet result(topology.dimensions());
  NodeId piece = 0;
  if (collective.many_pieces(topology.nodes())) {
    for (source = 0; collective.pieces - piece >= topology.nodes(); piece += topology.nodes()) {
      result.add(box(topology, (*source)++, {}));
    }
  }
  for (; piece < collective.pieces; ++piece) result.add(box(topology, source, piece % topology.nodes()));
  result.coalesce();
  return result;
}

/// All chunks of the vector of a reduction.
BlockSet vector_of(const Topology& topology, const Collective& collective) {
  if (collective.one_packet()) return packet(topology, collective.root, collective);
  return of_live(topology, packet(topology, {}, collective), false);
}

constexpr std::int64_t kMostPieces = std::int64_t{1} << 20;

}  // namespace

int Collective::most_pieces(NodeId nodes) const {
  return one_packet() ? static_cast<int>(
                            std::min(std::int64_t{nodes} * nodes, std::max<std::int64_t>(kMostPieces, nodes)))
                      : nodes;
}

Block Collective::chunk(NodeId nodes, std::int64_t number) const {
  const std::int64_t row = many_pieces(nodes) ? nodes : pieces;
  return {one_packet() && pieces <= nodes ? root : static_cast<NodeId>(number / row),
          static_cast<NodeId>(number % row)};
}

std::int64_t Collective::number(NodeId nodes, Block block) const {
  if (many_pieces(nodes)) {
    const std::int64_t piece = std::int64_t{block.source} * nodes + block.destination;
    return piece < pieces ? piece : -1;
  }
  if (block.destination >= pieces || (one_packet() && block.source != root)) return -1;
  return (one_packet() ? 0 : std::int64_t{block.source} * pieces) + block.destination;
}

BlockSet packet_of(const Topology& topology, const Collective& collective, NodeId owner) {
  return packet(topology, owner, collective);
}

BlockSet initial_blocks(const Topology& topology, const Collective& collective, NodeId node) {
  if (!takes_part(topology.failures(), node)) return BlockSet(topology.dimensions());
  switch (collective.kind) {
    case Collective::Kind::kCompleteExchange:
      return of_live(topology, box(topology, node, {}), true);
    case Collective::Kind::kGossip:
      return packet(topology, node, collective);
    case Collective::Kind::kBroadcast:
      if (node == collective.root) return packet(topology, node, collective);
      break;
    case Collective::Kind::kReduceScatter:
    case Collective::Kind::kAllReduce:
    case Collective::Kind::kReduce:
      return vector_of(topology, collective);
    case Collective::Kind::kMessages:
      break;
  }
  return BlockSet(topology.dimensions());
}

BlockSet final_blocks(const Topology& topology, const Collective& collective, NodeId node) {
  if (!takes_part(topology.failures(), node)) return BlockSet(topology.dimensions());
  switch (collective.kind) {
    case Collective::Kind::kCompleteExchange:
      return of_live(topology, box(topology, {}, node), true);
    case Collective::Kind::kGossip:
      return of_live(topology, packet(topology, {}, collective), false);
    case Collective::Kind::kBroadcast:
      return packet(topology, collective.root, collective);
    case Collective::Kind::kReduceScatter:
      return packet(topology, node, collective);
    case Collective::Kind::kAllReduce:
      return vector_of(topology, collective);
    case Collective::Kind::kReduce:
      if (node == collective.root) return vector_of(topology, collective);
      break;
    case Collective::Kind::kMessages:
      break;
  }
  return BlockSet(topology.dimensions());
}

std::int64_t deliveries(const Topology& topology, const Collective& collective) {
  const std::int64_t nodes = nodes_left(topology.failures(), topology.nodes());
  switch (collective.kind) {
    case Collective::Kind::kCompleteExchange:
      return nodes * (nodes - 1);
    case Collective::Kind::kGossip:
      return nodes * (nodes - 1) * collective.pieces;
    case Collective::Kind::kBroadcast:
      return (nodes - 1) * collective.pieces;
    case Collective::Kind::kReduceScatter:
      return nodes * collective.pieces;
    case Collective::Kind::kAllReduce:
      return nodes * (collective.one_packet() ? 1 : nodes) * collective.pieces;
    case Collective::Kind::kReduce:
      return collective.pieces;
    case Collective::Kind::kMessages:
      return collective.blocks;
  }
  return 0;
}

const char* to_text(Collective::Kind kind) {
  switch (kind) {
    case Collective::Kind::kCompleteExchange:
      return "complete-exchange";
    case Collective::Kind::kGossip:
      return "gossip";
    case Collective::Kind::kBroadcast:
      return "broadcast";
    case Collective::Kind::kReduceScatter:
      return "reduce-scatter";
    case Collective::Kind::kAllReduce:
      return "all-reduce";
    case Collective::Kind::kReduce:
      return "reduce";
    case Collective::Kind::kMessages:
      return "messages";
  }
  return "?";
}

std::optional<Collective::Kind> collective_kind(std::string_view text) {
  for (const auto kind : kCollectiveKinds) {
    if (text == to_text(kind)) return kind;
  }
  return std::nullopt;
}

std::string description(const Topology& topology, const Collective& collective) {
  std::string result = to_text(collective.kind);
  if (collective.kind == Collective::Kind::kBroadcast) {
    result += " from " + topology.node_name(collective.root);
  }
  if (collective.kind == Collective::Kind::kReduce) result += " to " + topology.node_name(collective.root);
  if (collective.kind == Collective::Kind::kAllReduce && collective.rooted) {
    result += ", one packet, of " + topology.node_name(collective.root);
  }
  if (!collective.named()) {
    result += fmt::format(", {} block{} in all", collective.blocks, collective.blocks == 1 ? "" : "s");
  }
  if (collective.pieces > 1) result += fmt::format(", {} pieces a packet", collective.pieces);
  if (collective.repeats > 0) {
    result += fmt::format(", {} repeat{}", collective.repeats, collective.repeats == 1 ? "" : "s");
  }
  return result;
}

void check_names(const Topology& topology, const Collective& collective) {
  const int most = collective.most_pieces(topology.nodes());
  if (collective.pieces < 1 || collective.pieces > most) {
    throw InputError(
        fmt::format("{} pieces a packet on {}: pieces are named as nodes are, so there are 1 to {}",
                    collective.pieces, topology.name(), most));
  }
  if (collective.root < 0 || collective.root >= topology.nodes()) {
    throw InputError(fmt::format("the root {} is not one of the {} nodes of {}", collective.root,
                                 topology.nodes(), topology.name()));
  }
  if (collective.one_packet() && !takes_part(topology.failures(), collective.root)) {
    throw InputError(
        fmt::format("the root {} on {} has failed", topology.node_name(collective.root), topology.name()));
  }
}

std::string block_name(const Topology& topology, const Collective& collective, Block block) {
  const auto name = [&](NodeId node) {
    return node >= 0 && node < topology.nodes() ? topology.node_name(node) : fmt::format("#{}", node);
  };
  const bool pieces = collective.copies() || collective.reduces();
  if (pieces && collective.pieces == 1 && block.destination == 0) return name(block.source);
  return name(block.source) + ":" + name(block.destination);
}

}  // namespace torusim
