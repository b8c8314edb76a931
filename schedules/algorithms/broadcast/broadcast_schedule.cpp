#include "schedules/algorithms/broadcast/broadcast_schedule.h"

#include <fmt/format.h>

#include "schedules/algorithms/transfer_writer.h"
#include "schedules/core/error.h"

namespace torusim {

BroadcastSchedule::BroadcastSchedule(const Topology& topology, const BroadcastOptions& options) {
  const int ports = options.ports == 0 ? topology.network_ports() : options.ports;
  if (ports > topology.network_ports()) {
    throw InputError(
        fmt::format("broadcast on {} with {} ports: a node has {} channels; ports=all uses all of them",
                    topology.name(), ports, topology.network_ports()));
  }
  plan_ = broadcast::make_plan(options.variant, topology, options.root, ports);
  describe(topology, options.root, ports);
}

BroadcastSchedule::BroadcastSchedule(const Topology& topology, NodeId root, broadcast::Plan plan)
    : plan_(std::move(plan)) {
  describe(topology, root, topology.network_ports());
}

void BroadcastSchedule::describe(const Topology& topology, NodeId root, int ports) {
  info_.topology = topology;
  info_.collective.kind = Collective::Kind::kBroadcast;
  info_.collective.root = root;
  info_.ports = ports;
  info_.phases = static_cast<int>(plan_.size());
  info_.claims.link_disjoint = true;
}

void BroadcastSchedule::make(Phase& phase) {
  const broadcast::Step& step = plan_[at_];
  phase.name = step.name;
  TransferWriter writer(phase, info_.topology.dimensions());
  for (const broadcast::Send& send : step.sends) {
    writer.add(send.from, send.to, send.route).blocks.add(info_.topology, Block{info_.collective.root, 0});
  }
}

}  // namespace torusim
