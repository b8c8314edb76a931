#pragma once
/// Time-independent gossiping: a fixed table maps each input port of a node to the output ports that forward
/// its packets, the same in every step. Packets need no headers, no routing decisions and no buffer beyond
/// one packet, so hardware can be wired by the table. Meyer, Sibeyn: Oblivious Gossiping on Tori, Section 1.
///
/// Time goes in steps. In a step every directed channel carries one packet at most. In the first step
/// nodes send their own packets; in later steps they forward only packets that arrived in the step
/// before.

#include <cstdint>
#include <optional>
#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

/// Packet `index` of node `source` is number source * packets_a_node + index. A node may have fewer packets
/// than packets_a_node; the remaining numbers are then unused.
using PacketNumber = std::int32_t;
constexpr PacketNumber kNoPacket = -1;

class ForwardTable {
 public:
  ForwardTable(const Topology& topology, int packets_a_node);

  /// Packets that arrive by port `in` also leave by port `out`. Throws InputError when another port feeds
  /// `out`: two packets would want one channel.
  void forward(NodeId node, int in, int out);
  void connect(NodeId node, int a, int b) {
    forward(node, a, b);
    forward(node, b, a);
  }
  /// In the first step the node's packet `index` leaves by port `out`.
  void inject(NodeId node, int out, int index);

  const Topology& topology() const { return topology_; }
  int packets_a_node() const { return packets_a_node_; }
  PacketNumber packet_numbers() const { return topology_.nodes() * packets_a_node_; }
  /// Whether the node has a packet of that number.
  bool exists(PacketNumber packet) const { return exists_[packet]; }
  /// The port whose packets leave by `out`; nullopt if none does.
  std::optional<int> feeder(NodeId node, int out) const;
  /// The packet that leaves by `out` in the first step, or kNoPacket.
  PacketNumber injected(NodeId node, int out) const { return injected_[channel(node, out)]; }

 private:
  std::size_t channel(NodeId node, int port) const {
    return static_cast<std::size_t>(node) * topology_.network_ports() + port;
  }
  Topology topology_;
  int packets_a_node_;
  std::vector<std::int8_t> feeder_;     // [channel]: input port, -1 if none
  std::vector<PacketNumber> injected_;  // [channel]
  std::vector<bool> exists_;            // [packet]
};

/// The packet on every channel, step after step.
class Circulation {
 public:
  /// The table must outlive this.
  explicit Circulation(const ForwardTable& table);

  /// Advances to the next step; the first call starts step 1.
  void advance();
  /// Starts again before step 1.
  void rewind() { step_ = 0; }
  int step() const { return step_; }
  /// The packet that leaves the node by port `out` in this step, or kNoPacket.
  PacketNumber on(NodeId node, int out) const {
    return now_[static_cast<std::size_t>(node) * table_.topology().network_ports() + out];
  }

 private:
  const ForwardTable& table_;
  std::vector<PacketNumber> now_, next_;  // [channel]
  int step_ = 0;
};

/// The steps until every node has every packet. A node has its own packets from the start.
struct GossipSteps {
  int steps = 0;
  /// [step - 1]: packets that arrived at nodes that had them already, or twice in this step.
  std::vector<std::int64_t> repeats;
};

/// Nullopt when the table never brings every packet to every node.
std::optional<GossipSteps> count_steps(const ForwardTable& table);

/// The data that hardware needs to gossip by a table.
struct HardwiredGossip {
  ForwardTable table;
  std::vector<BlockSet> packets;  ///< [packet]: its blocks
  /// Messages of one hop with which nodes make their packets before the first step; often none.
  std::vector<Transfer> setup;
  int steps = 0;
};

}  // namespace torusim
