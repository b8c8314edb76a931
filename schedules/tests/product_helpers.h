#pragma once
/// Total exchange in single hops, replayed message by message: a second judge beside the checker.

#include <algorithm>
#include <utility>
#include <vector>

#include "schedules/core/schedule.h"

namespace torusim {

struct Replay {
  int steps = 0;
  std::int64_t sends = 0;         ///< messages over channels, in all steps
  std::int64_t undelivered = 0;   ///< messages that are not home at the end
  std::int64_t not_held = 0;      ///< sends of a message that the node does not hold
  std::int64_t fewest_sends = 0;  ///< in a step
  bool one_port = true;           ///< no node sends or receives twice in a step
  bool channels_once = true;      ///< no channel carries two messages in a step
};

inline Replay replay(Schedule& schedule) {
  const Topology& topology = schedule.info().topology;
  Replay result;
  const std::int64_t nodes = topology.nodes();
  std::vector<NodeId> at(nodes * nodes);  // of message source * nodes + destination
  for (std::int64_t i = 0; i < nodes * nodes; ++i) at[i] = static_cast<NodeId>(i / nodes);
  // Steps in which a node last sent and received, and a channel was last used.
  std::vector<int> sent(nodes, -1), received(nodes, -1), used(nodes * topology.network_ports(), -1);
  const auto first = [&](std::vector<int>& last, std::int64_t i) {
    return std::exchange(last[i], result.steps) != result.steps;
  };
  schedule.rewind();
  for (Phase phase; schedule.next(phase); ++result.steps) {
    std::vector<std::pair<std::int64_t, NodeId>> moved;
    for (const Transfer& transfer : phase.transfers) {
      const int port = topology.port(transfer.route[0].dimension, transfer.route[0].hops);
      const NodeId to = topology.neighbor(transfer.source, port);
      result.one_port &= first(sent, transfer.source);
      result.one_port &= first(received, to);
      result.channels_once &= first(used, std::int64_t{transfer.source} * topology.network_ports() + port);
      const Block block = transfer.blocks.front(topology);
      const std::int64_t message = block.source * nodes + block.destination;
      result.not_held += at[message] != transfer.source;
      moved.emplace_back(message, to);
    }
    for (const auto& [message, node] : moved) at[message] = node;
    const auto sends = static_cast<std::int64_t>(phase.transfers.size());
    result.sends += sends;
    result.fewest_sends = result.steps == 0 ? sends : std::min(result.fewest_sends, sends);
  }
  schedule.rewind();
  for (std::int64_t i = 0; i < nodes * nodes; ++i) result.undelivered += at[i] != i % nodes;
  return result;
}

}  // namespace torusim
