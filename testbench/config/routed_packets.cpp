#include "testbench/config/routed_packets.h"

#include <fmt/format.h>

#include "models/sources/packet_routes.h"
#include "schedules/check/dimension_order.h"
#include "schedules/core/error.h"
#include "testbench/config/automatic.h"

namespace torusim {
namespace {

constexpr NodeId kMostNodes = 64;

Transfer packet(NodeId from, NodeId to, const Route& route) {
  Transfer transfer;
  transfer.source = from;
  transfer.destination = to;
  transfer.route = route;
  return transfer;
}

/// All routes, a phase for each pair of nodes.
class RoutedPackets : public Schedule {
 public:
  RoutedPackets(const Hardware& hardware, const Pattern& pattern, const RoutingOptions& options)
      : pattern_(pattern), minimal_(hardware.topology), routing_(hardware, minimal_, options) {
    info_.topology = hardware.topology;
    info_.collective.kind = Collective::Kind::kMessages;
    info_.phases = hardware.topology.nodes() * hardware.topology.nodes();
  }

  const ScheduleInfo& info() const override { return info_; }
  void rewind() override { pair_ = 0; }
  bool next(Phase& phase) override {
    const NodeId nodes = info_.topology.nodes();
    if (pair_ == nodes * nodes) return false;
    phase = {};
    const NodeId from = pair_ / nodes, to = pair_ % nodes;
    ++pair_;
    if (from == to || !pattern_.sends(from) || pattern_.only_destination(from).value_or(to) != to)
      return true;
    routing_.each(from, to, [&](const Route& route) { phase.transfers.push_back(packet(from, to, route)); });
    return true;
  }

 private:
  const Pattern& pattern_;
  PacketRoutes minimal_;
  SourceRouting routing_;
  ScheduleInfo info_;
  NodeId pair_ = 0;
};

/// The longest runs on every lane that a run may name.
std::unique_ptr<Schedule> longest_runs(const Hardware& hardware) {
  const Topology& topology = hardware.topology;
  const LaneChooser chooser(topology, hardware.lanes);
  StoredSchedule lines = dimension_order_lines(topology);
  std::vector<Transfer> runs;
  for (const Transfer& line : lines.phases().front().transfers) {
    const auto add = [&](const Route& route) {
      runs.push_back(packet(line.source, line.destination, route));
    };
    chooser.each(line.source, false, line.route, add);
    Run run = line.route[0];
    while (run.hops != 0 && chooser.crosses_dateline(line.source, run)) run.hops -= run.hops > 0 ? 1 : -1;
    if (line.route.size() == 1 && run.hops != 0) chooser.each(line.source, false, {run}, add);
  }
  ScheduleInfo info;
  info.topology = topology;
  info.collective.kind = Collective::Kind::kMessages;
  return std::make_unique<StoredSchedule>(info, std::vector<Phase>{{"all", std::move(runs), {}, false}});
}

}  // namespace

std::unique_ptr<Schedule> routed_packets(const Hardware& hardware, const Pattern& pattern,
                                         const RoutingOptions& options) {
  if (hardware.topology.nodes() <= kMostNodes) {
    return std::make_unique<RoutedPackets>(hardware, pattern, options);
  }
  if (options.routing != Routing::kDimensionOrder && hardware.lanes < kLanesOfHalves) {
    throw InputError(
        fmt::format("check --deadlock of --routing {} with --lanes {} is for networks of up to {} nodes",
                    to_text(options.routing), hardware.lanes, NodeId{kMostNodes}));
  }
  return longest_runs(hardware);
}

}  // namespace torusim
