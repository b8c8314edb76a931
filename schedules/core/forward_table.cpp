#include "schedules/core/forward_table.h"

#include <fmt/format.h>

#include "schedules/core/error.h"

namespace torusim {

ForwardTable::ForwardTable(const Topology& topology, int packets_a_node)
    : topology_(topology),
      packets_a_node_(packets_a_node),
      feeder_(static_cast<std::size_t>(topology.nodes()) * topology.network_ports(), -1),
      injected_(feeder_.size(), kNoPacket),
      exists_(packet_numbers()) {}

void ForwardTable::forward(NodeId node, int in, int out) {
  std::int8_t& feeder = feeder_[channel(node, out)];
  if (feeder >= 0 && feeder != in) {
    throw InputError(fmt::format("node {}: both port {} and port {} feed {}", topology_.node_name(node),
                                 topology_.port_name(feeder), topology_.port_name(in),
                                 topology_.port_name(out)));
  }
  feeder = static_cast<std::int8_t>(in);
}

void ForwardTable::inject(NodeId node, int out, int index) {
  const PacketNumber packet = node * packets_a_node_ + index;
  injected_[channel(node, out)] = packet;
  exists_[packet] = true;
}

std::optional<int> ForwardTable::feeder(NodeId node, int out) const {
  const int port = feeder_[channel(node, out)];
  return port < 0 ? std::nullopt : std::optional(port);
}

Circulation::Circulation(const ForwardTable& table)
    : table_(table),
      now_(static_cast<std::size_t>(table.topology().nodes()) * table.topology().network_ports(), kNoPacket),
      next_(now_) {}

void Circulation::advance() {
  const Topology& topology = table_.topology();
  const int ports = topology.network_ports();
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int out = 0; out < ports; ++out) {
      PacketNumber& packet = next_[static_cast<std::size_t>(node) * ports + out];
      const auto in = table_.feeder(node, out);
      if (step_ == 0) {
        packet = table_.injected(node, out);
      } else {
        packet = in ? on(topology.neighbor(node, *in), topology.opposite(*in)) : kNoPacket;
      }
    }
  }
  now_.swap(next_);
  ++step_;
}

std::optional<GossipSteps> count_steps(const ForwardTable& table) {
  const Topology& topology = table.topology();
  const std::int64_t packets = table.packet_numbers();
  std::vector<bool> known(topology.nodes() * packets);
  std::int64_t missing = 0;
  for (PacketNumber packet = 0; packet < packets; ++packet) {
    if (!table.exists(packet)) continue;
    missing += topology.nodes() - 1;
    known[(packet / table.packets_a_node()) * packets + packet] = true;
  }
  GossipSteps result;
  Circulation circulation(table);
  while (missing > 0) {
    // A stream meets its own beginning after as many steps as there are channels.
    if (++result.steps > topology.nodes() * topology.network_ports()) return std::nullopt;
    circulation.advance();
    std::int64_t repeats = 0;
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      for (int out = 0; out < topology.network_ports(); ++out) {
        const PacketNumber packet = circulation.on(node, out);
        if (packet == kNoPacket) continue;
        const std::size_t at = topology.neighbor(node, out) * packets + packet;
        (known[at] ? repeats : missing) += known[at] ? 1 : -1;
        known[at] = true;
      }
    }
    result.repeats.push_back(repeats);
  }
  return result;
}

}  // namespace torusim
