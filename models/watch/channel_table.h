#pragma once
/// Numbers of all directed channels of a network: network, ejection and injection channels, each by the
/// node and the port that drive it (ports as in FlitMove).

#include <cstdint>
#include <string>
#include <vector>

#include "models/contract/flit_span.h"

namespace torusim {

class ChannelTable {
 public:
  static constexpr ChannelId kNone = kNoChannel;

  explicit ChannelTable(const Hardware& hardware);

  /// Number of channel numbers, including those of channels that a mesh lacks.
  ChannelId size() const { return static_cast<ChannelId>(reader_.size()); }
  ChannelId id(NodeId node, int port) const { return node * stride_ + port; }
  NodeId node(ChannelId channel) const { return channel / stride_; }
  int port(ChannelId channel) const { return channel % stride_; }
  bool exists(NodeId node, int port) const;
  bool injection(ChannelId channel) const { return port(channel) >= hardware_.ports(); }
  bool ejection(ChannelId channel) const {
    return port(channel) >= hardware_.network_ports() && port(channel) < hardware_.ports();
  }
  /// Cycles from the wire to the far buffer; before a pipelined router, to the arbitration.
  int delay(ChannelId channel) const { return link(channel).delay; }
  /// The delay of the channel, and the interval between arriving flits.
  LinkTime link(ChannelId channel) const {
    if (port(channel) < hardware_.network_ports()) return hardware_.hop(node(channel), port(channel));
    return {static_cast<std::int16_t>(injection(channel) ? hardware_.entry_delay() : 1), 1};
  }
  /// Hardware::packet_slots_asked() for a head in the buffer behind `from` that goes to `to`.
  int packet_slots_asked(ChannelId from, ChannelId to) const {
    const bool network = port(from) < hardware_.network_ports();
    const int in = network ? hardware_.topology.opposite(port(from)) : hardware_.network_ports();
    return hardware_.packet_slots_asked(in, port(to));
  }
  /// Cycles from a flit on the wire behind the far buffer to the next use of the flit's slot in an
  /// arbitration. An ejection channel has no far buffer: the node interface takes the flit and sends the
  /// credit, a cycle each, and the cycles count from the wire of this channel.
  int credit_delay(ChannelId channel) const {
    if (ejection(channel)) return ejection_round_trip(hardware_);
    return injection(channel) ? 1 : delay(channel);
  }
  static int ejection_round_trip(const Hardware& hardware) { return 2 + hardware.entry_delay(); }
  /// The router in whose input buffer the channel ends.
  NodeId reader(ChannelId channel) const { return reader_[channel]; }
  /// The channel that ends at input port `in` of `node`; kNone where a mesh ends.
  ChannelId feeder(NodeId node, int in) const { return feeder_[node * hardware_.ports() + in]; }
  /// `node (3,4) port +x`, `ejection 0` and `injection 0` for local channels.
  std::string name(ChannelId channel) const;

 private:
  Hardware hardware_;
  int stride_;
  std::vector<NodeId> reader_;
  std::vector<ChannelId> feeder_;
};

}  // namespace torusim
