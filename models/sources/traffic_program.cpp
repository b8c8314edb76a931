#include "models/sources/traffic_program.h"

#include <fmt/format.h>

#include <vector>

#include "schedules/core/error.h"

namespace torusim {
namespace {

constexpr std::size_t kMostPackets = 20'000'000;

struct PlannedPacket {
  NodeId source, destination;
  Cycle made;
  int flits;
};

/// Draws the packets as TrafficPart does, node by node.
std::vector<PlannedPacket> packets_of(const BackgroundTraffic& traffic, const Topology& topology) {
  const Pattern pattern(traffic.pattern, topology);
  const double mean = traffic.packet.mean_flits();
  const double highest = traffic.injection.highest_load(mean);
  if (!(traffic.load > 0) || traffic.load > highest) {
    throw UsageError(
        fmt::format("load: must be above 0 and at most {:g}, which these packets allow", highest));
  }
  const Arrivals arrivals(traffic.injection, traffic.load, mean);
  std::vector<PlannedPacket> packets;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    NodeRandom random(traffic.seed, node);
    Arrivals::State state = arrivals.begin(random);
    if (!pattern.sends(node)) continue;
    for (Cycle made = -1;;) {
      NodeId destination = node;
      do {
        made = arrivals.next(state, random, made);
        destination = pattern.destination(node, random);
      } while (destination == node);
      const int flits = traffic.packet.draw(random);
      random.next();  // the ties, which routes of a program do not use
      if (made >= traffic.cycles) break;
      if (packets.size() == kMostPackets) {
        throw InputError(fmt::format("more than {} packets; shorten the traffic", kMostPackets));
      }
      packets.push_back({node, destination, made, flits});
    }
  }
  return packets;
}

}  // namespace

ProgramSchedule traffic_program(const BackgroundTraffic& traffic, const Topology& topology, int flit_bytes) {
  const std::vector<PlannedPacket> packets = packets_of(traffic, topology);
  std::vector<std::vector<std::uint32_t>> arriving(static_cast<std::size_t>(topology.nodes()));
  for (std::uint32_t i = 0; i < packets.size(); ++i) {
    arriving[static_cast<std::size_t>(packets[i].destination)].push_back(i);
  }
  ProgramBuilder builder(traffic.pattern.name, topology.nodes());
  ProgramSettings settings;
  settings.flit_bytes = flit_bytes;
  const auto message = [&](Operation::Kind kind, NodeId peer, std::uint32_t number) {
    Operation operation;
    operation.kind = kind;
    operation.cpu = 1;  // parallel to the node's clock, which never waits
    operation.peer = peer;
    operation.tag = number;
    operation.size = std::int64_t{packets[number].flits - 1} * flit_bytes;
    return operation;
  };
  std::uint32_t next = 0;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    settings.node_of_rank.push_back(node);
    builder.begin_rank(node);
    for (const std::uint32_t number : arriving[static_cast<std::size_t>(node)]) {
      builder.add(message(Operation::Kind::kReceive, packets[number].source, number));
    }
    Cycle now = 0;
    OperationId clock = 0;
    bool runs = false;
    for (; next < packets.size() && packets[next].source == node; ++next) {
      Operation wait;
      wait.size = packets[next].made - now;
      now = packets[next].made;
      const OperationId tick = builder.add(wait);
      if (runs) builder.wait(tick, clock, false);
      clock = tick;
      runs = true;
      builder.wait(builder.add(message(Operation::Kind::kSend, packets[next].destination, next)), clock,
                   false);
    }
  }
  builder.program().sends_end_at_tail = true;
  return ProgramSchedule(builder.finish(), topology, std::move(settings));
}

}  // namespace torusim
