#include "models/sources/loaded_phase.h"

#include <fmt/format.h>

#include <algorithm>

#include "schedules/core/error.h"

namespace torusim {
namespace {

/// Checks that the route uses existing channels and ends at the destination.
void check_route(const Topology& topology, const Phase& phase, const Transfer& transfer) {
  const auto refuse = [&](const std::string& why) {
    throw InputError(fmt::format("phase {}, message {} > {}: {}", phase.name,
                                 topology.node_name(transfer.source),
                                 topology.node_name(transfer.destination), why));
  };
  NodeId at = transfer.source;
  for (const Run& run : transfer.route) {
    if (run.dimension < 0 || run.dimension >= topology.dimensions()) {
      refuse(fmt::format("route {} uses a dimension that {} does not have", transfer.route.text(),
                         topology.name()));
    }
    if (!topology.has_run(at, run.dimension, run.hops)) {
      refuse(fmt::format("route {} {} node {}", transfer.route.text(),
                         topology.failures() != nullptr
                             ? "takes a channel that does not exist or has failed, from"
                         : topology.graph(run.dimension)    ? "takes a step that is not a channel of"
                         : topology.complete(run.dimension) ? "has a run that does not leave"
                                                            : "leaves the mesh in its run from",
                         topology.node_name(at)));
    }
    at = topology.displaced(at, run.dimension, run.hops);
  }
  if (at != transfer.destination) {
    refuse(fmt::format("route {} ends at node {}", transfer.route.text(), topology.node_name(at)));
  }
}

}  // namespace

LoadedPhase::LoadedPhase(Phase phase, int index, std::uint32_t first_message, const Topology& topology,
                         int alpha, int classes)
    : sends_left(topology.nodes(), 0),
      receives_left(topology.nodes(), 0),
      sends_begun(topology.nodes(), 0),
      signals_left(topology.nodes(), 0),
      phase_(std::move(phase)),
      index_(index),
      first_message_(first_message),
      first_of_(topology.nodes() + 1, 0) {
  const auto& transfers = phase_.transfers;
  time.name = phase_.name;
  time.messages = messages_left = static_cast<std::int64_t>(transfers.size());
  nodes_inside = topology.nodes();
  check_dimensions(topology, phase_);
  ejection_channel_.resize(transfers.size());
  by_source_.resize(transfers.size());
  for (std::size_t i = 0; i < transfers.size(); ++i) {
    const Transfer& transfer = transfers[i];
    for (const NodeId node : {transfer.source, transfer.destination}) {
      if (node < 0 || node >= topology.nodes()) {
        throw InputError(fmt::format("phase {}: node {} is not one of the {} nodes of {}", phase_.name, node,
                                     topology.nodes(), topology.name()));
      }
    }
    check_route(topology, phase_, transfer);
    if (transfer.message_class < 0 || transfer.message_class >= classes) {
      throw InputError(fmt::format(
          "phase {}, message {} > {}: class {} needs at least {} classes, the hardware has {}", phase_.name,
          topology.node_name(transfer.source), topology.node_name(transfer.destination),
          transfer.message_class, transfer.message_class + 1, classes));
    }
    ++sends_left[transfer.source];
    ejection_channel_[i] = static_cast<std::uint8_t>(receives_left[transfer.destination]++ % alpha);
    const std::int64_t blocks = transfer.block_count();
    time.blocks += blocks;
    time.max_blocks = std::max(time.max_blocks, blocks);
  }
  for (NodeId n = 0; n < topology.nodes(); ++n) first_of_[n + 1] = first_of_[n] + sends_left[n];
  std::vector<std::uint32_t> fill(first_of_.begin(), first_of_.end() - 1);
  for (std::size_t i = 0; i < transfers.size(); ++i) {
    by_source_[fill[transfers[i].source]++] = static_cast<std::uint32_t>(i);
  }
  for (const Signal& signal : phase_.signals) ++signals_left[signal.to];
  signals_to_come = phase_.signals.size();
}

}  // namespace torusim
