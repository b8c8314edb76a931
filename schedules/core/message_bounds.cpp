#include "schedules/core/message_bounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "schedules/core/amount.h"
#include "schedules/core/link_load.h"
#include "schedules/core/twist.h"

namespace torusim {

namespace {

/// Channels of one line that lead from `length` neighbouring layers, the first one `first`, to the others.
std::int64_t channels_out(const Topology& topology, int dimension, int first, int length) {
  const int side = topology.side(dimension);
  if (topology.complete(dimension)) return std::int64_t{length} * (side - length);
  if (topology.wraps(dimension)) return 2;
  return (first > 0 ? 1 : 0) + (first + length < side ? 1 : 0);
}

}  // namespace

LayerCuts::LayerCuts(const Topology& topology) : topology_(topology), blocks_(topology.dimensions()) {
  for (int d = 0; d < topology.dimensions(); ++d) {
    const int side = topology.side(d);
    if (side > kMostLayers || topology.graph(d) != nullptr) continue;
    if (topology.twisted() && topology.twist()->shifted(d)) continue;  // channels of others lead across, too
    blocks_[d].resize(static_cast<std::size_t>(side) * side);
  }
}

void LayerCuts::add(NodeId source, NodeId destination, std::int64_t blocks) {
  for (int d = 0; d < topology_.dimensions(); ++d) {
    const int from = topology_.coordinate(source, d), to = topology_.coordinate(destination, d);
    if (blocks_[d].empty() || from == to) continue;
    blocks_[d][static_cast<std::size_t>(from) * topology_.side(d) + to] += blocks;
  }
}

double LayerCuts::worst() const {
  double worst = 0;
  for (int d = 0; d < topology_.dimensions(); ++d) {
    if (!blocks_[d].empty()) worst = std::max(worst, worst_along(d));
  }
  return worst;
}

/// The run grows layer by layer. The blocks that leave it are the sends of its layers, less the blocks that
/// stay inside.
double LayerCuts::worst_along(int dimension) const {
  const int side = topology_.side(dimension);
  const double lines = topology_.nodes() / side;
  const auto between = [&](int from, int to) {
    return blocks_[dimension][static_cast<std::size_t>(from) * side + to];
  };
  std::vector<std::int64_t> sends(side), receives(side);
  for (int from = 0; from < side; ++from) {
    for (int to = 0; to < side; ++to) {
      sends[from] += between(from, to);
      receives[to] += between(from, to);
    }
  }
  // Blocks from a layer to all layers before another layer, and from these layers to it.
  std::vector<std::int64_t> out_before(static_cast<std::size_t>(side) * (side + 1)), in_before(out_before);
  const auto at = [&](int layer, int before) {
    return static_cast<std::size_t>(layer) * (side + 1) + before;
  };
  for (int layer = 0; layer < side; ++layer) {
    for (int other = 0; other < side; ++other) {
      out_before[at(layer, other + 1)] = out_before[at(layer, other)] + between(layer, other);
      in_before[at(layer, other + 1)] = in_before[at(layer, other)] + between(other, layer);
    }
  }
  double worst = 0;
  for (int first = 0; first < side; ++first) {
    std::int64_t out = 0, in = 0;
    for (int length = 1; first + length <= side && length < side; ++length) {
      const int layer = first + length - 1;
      const std::int64_t to_run = out_before[at(layer, layer)] - out_before[at(layer, first)];
      const std::int64_t from_run = in_before[at(layer, layer)] - in_before[at(layer, first)];
      out += sends[layer] - to_run - from_run;
      in += receives[layer] - to_run - from_run;
      const auto channels = static_cast<double>(channels_out(topology_, dimension, first, length));
      worst = std::max(worst, static_cast<double>(std::max(out, in)) / (channels * lines));
    }
  }
  return worst;
}

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
