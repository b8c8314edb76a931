#include "schedules/core/message_bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "schedules/core/amount.h"
#include "schedules/core/layer_cuts.h"
#include "schedules/core/link_load.h"

namespace torusim {

std::int64_t MessageBounds::most() const { return std::max({port, channel, cut}); }

std::string MessageBounds::text(const Topology& topology) const {
  return fmt::format("{} at the port {} {}, {} at the channel {}{}, {} at the worst cut", port,
                     into ? "into" : "out of", topology.node_name(port_node), channel,
                     topology.node_name(channel_node), topology.port_name(channel_port), cut);
}

MessageBounds message_bounds(Schedule& schedule, int block_flits, int ports) {
  const Topology& topology = schedule.info().topology;
  std::vector<std::int64_t> out(topology.nodes()), in(topology.nodes());
  LinkLoads loads(topology);
  LayerCuts cuts(topology);
  loads.forget();
  schedule.rewind();
  for (Phase phase; schedule.next(phase);) {
    loads.add(phase);
    for (const Transfer& transfer : phase.transfers) {
      const std::int64_t flits = plus(1, times(transfer.block_count(), block_flits));
      out[transfer.source] = plus(out[transfer.source], flits);
      in[transfer.destination] = plus(in[transfer.destination], flits);
      cuts.add(transfer.source, transfer.destination, transfer.block_count());
    }
  }
  schedule.rewind();
  loads.sum_up();
  MessageBounds bounds;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (const auto& [flits, into] : {std::pair(out[node], false), {in[node], true}}) {
      const std::int64_t cycles = divided(flits, ports);
      if (cycles > bounds.port) {
        bounds.port = cycles;
        bounds.port_node = node;
        bounds.into = into;
      }
    }
    for (int port = 0; port < topology.network_ports(); ++port) {
      const std::int64_t cycles = plus(loads.on(node, port), times(loads.blocks_on(node, port), block_flits));
      if (cycles > bounds.channel) {
        bounds.channel = cycles;
        bounds.channel_node = node;
        bounds.channel_port = port;
      }
    }
  }
  bounds.cut = static_cast<std::int64_t>(std::ceil(cuts.worst() * block_flits));
  return bounds;
}

}  // namespace torusim
