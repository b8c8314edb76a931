#include "schedules/algorithms/cycle_gossip.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/algorithms/cycles/decomposition.h"
#include "schedules/algorithms/table_gossip.h"
#include "schedules/core/error.h"

namespace torusim {
namespace {

constexpr int kSmallestSide = 3;

void require_sides(const std::string& name, const Topology& topology) {
  bool fits = true;
  std::string nearest = "torus:";
  for (int d = 0; d < topology.dimensions(); ++d) {
    fits &= topology.wraps(d) && topology.side(d) >= kSmallestSide;
    nearest += fmt::format("{}{}", d == 0 ? "" : "x", std::max(kSmallestSide, topology.side(d)));
  }
  if (fits) return;
  throw InputError(fmt::format("{} on {}: {} needs wrapped dimensions of sides of at least {}; nearest: {}",
                               name, topology.name(), name, kSmallestSide, nearest));
}

int port_to(const Topology& topology, NodeId from, NodeId to) {
  int port = 0;
  while (topology.neighbor(from, port) != to) ++port;
  return port;
}

ForwardTable cycle_table(const Topology& topology, bool one_packet) {
  const auto cycles = cycle_decomposition(topology);
  ForwardTable table(topology, one_packet ? 1 : static_cast<int>(cycles.size()));
  for (std::size_t c = 0; c < cycles.size(); ++c) {
    const auto& cycle = cycles[c];
    NodeId before = cycle.back();
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      const NodeId node = cycle[i];
      const int back = port_to(topology, node, before);
      const int on = port_to(topology, node, cycle[(i + 1) % cycle.size()]);
      table.connect(node, back, on);
      for (const int out : {back, on}) table.inject(node, out, one_packet ? 0 : static_cast<int>(c));
      before = node;
    }
  }
  return table;
}

}  // namespace

std::unique_ptr<Schedule> make_cycle_gossip(const std::string& name, const Topology& topology,
                                            bool one_packet, const std::string& generator) {
  require_sides(name, topology);
  ScheduleInfo info;
  info.name = name;
  info.generator = generator;
  info.topology = topology;
  info.collective = {Collective::Kind::kGossip, 0, one_packet ? 1 : topology.dimensions()};
  HardwiredGossip gossip{cycle_table(topology, one_packet), {}, {}, 0};
  gossip.packets = packets_of_one_piece(gossip.table);
  if (one_packet) return std::make_unique<TableGossip>(std::move(info), std::move(gossip));
  gossip.steps = topology.nodes() / 2;
  // On an even cycle the last step brings the packet of the node opposite from both sides.
  const std::int64_t repeats =
      topology.nodes() % 2 == 0 ? std::int64_t{topology.nodes()} * topology.dimensions() : 0;
  return std::make_unique<TableGossip>(std::move(info), std::move(gossip), repeats);
}

}  // namespace torusim
