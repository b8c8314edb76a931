#include "schedules/algorithms/table_gossip.h"

#include <fmt/format.h>

#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

std::int64_t blocks_sent(const HardwiredGossip& gossip) {
  std::int64_t result = 0;
  for (const Transfer& transfer : gossip.setup) result += transfer.blocks.blocks();
  Circulation circulation(gossip.table);
  const Topology& topology = gossip.table.topology();
  while (circulation.step() < gossip.steps) {
    circulation.advance();
    for (NodeId node = 0; node < topology.nodes(); ++node) {
      for (int out = 0; out < topology.network_ports(); ++out) {
        const PacketNumber packet = circulation.on(node, out);
        if (packet != kNoPacket) result += gossip.packets[packet].blocks();
      }
    }
  }
  return result;
}

/// With its steps counted.
HardwiredGossip counted(const ScheduleInfo& info, HardwiredGossip gossip) {
  const auto found = count_steps(gossip.table);
  if (!found) {
    throw InputError(fmt::format("{} on {}: the table does not bring every packet to every node", info.name,
                                 info.topology.name()));
  }
  gossip.steps = found->steps;
  return gossip;
}

}  // namespace

std::vector<BlockSet> packets_of_one_piece(const ForwardTable& table) {
  const Topology& topology = table.topology();
  std::vector<BlockSet> result;
  for (PacketNumber packet = 0; packet < table.packet_numbers(); ++packet) {
    result.emplace_back(topology.dimensions())
        .add(topology, Block{packet / table.packets_a_node(), packet % table.packets_a_node()});
  }
  return result;
}

TableGossip::TableGossip(ScheduleInfo info, HardwiredGossip gossip)
    : TableGossip(info, counted(info, std::move(gossip)), 0) {
  info_.collective.repeats = blocks_sent(gossip_) - deliveries(info_.topology, info_.collective);
}

TableGossip::TableGossip(ScheduleInfo info, HardwiredGossip gossip, std::int64_t repeats)
    : gossip_(std::move(gossip)), circulation_(gossip_.table) {
  info_ = std::move(info);
  info_.phases = gossip_.steps + (gossip_.setup.empty() ? 0 : 1);
  info_.ports = info_.topology.network_ports();
  info_.claims = {.link_disjoint = true, .shortest_paths = true};
  info_.collective.repeats = repeats;
}

void TableGossip::rewind() {
  circulation_.rewind();
  setup_done_ = false;
}

bool TableGossip::next(Phase& phase) {
  phase.signals.clear();
  if (!setup_done_ && !gossip_.setup.empty()) {
    setup_done_ = true;
    phase.name = "redistribution";
    phase.transfers = gossip_.setup;
    phase.barrier_before = false;
    return true;
  }
  if (circulation_.step() == gossip_.steps) return false;
  circulation_.advance();
  write_step(phase);
  return true;
}

void TableGossip::write_step(Phase& phase) const {
  const Topology& topology = info_.topology;
  phase.name = fmt::format("step {}", circulation_.step());
  phase.barrier_before = setup_done_ || circulation_.step() > 1;
  TransferWriter writer(phase, topology.dimensions());
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int out = 0; out < topology.network_ports(); ++out) {
      const PacketNumber packet = circulation_.on(node, out);
      if (packet == kNoPacket) continue;
      writer
          .add(node, topology.neighbor(node, out),
               {Run::of(topology.port_dimension(out), topology.port_step(out))})
          .blocks = gossip_.packets[packet];
    }
  }
}

}  // namespace torusim
