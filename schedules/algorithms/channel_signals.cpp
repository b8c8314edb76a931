#include "schedules/algorithms/channel_signals.h"

#include <algorithm>
#include <map>

namespace torusim {

ChannelSignals::ChannelSignals(const Topology& topology) : topology_(topology) {}

template <typename Visit>
void ChannelSignals::for_each_use(const Transfer& transfer, Visit visit) {
  const auto ports = static_cast<std::size_t>(topology_.network_ports());
  const auto use = [&](NodeId node, std::size_t port) -> Use& { return last_[node * (ports + 1) + port]; };
  transfer.route.for_each_channel(topology_, transfer.source,
                                  [&](NodeId node, int port) { visit(use(node, port)); });
  visit(use(transfer.destination, ports));
}

void ChannelSignals::write(Phase& phase, int index) {
  if (index == 0) {
    last_.assign(static_cast<std::size_t>(topology_.nodes()) * (topology_.network_ports() + 1), {});
  }
  phase.signals.clear();
  phase.barrier_before = false;
  std::map<NodeId, int> awaited;  // receiver, and its phase
  for (const Transfer& transfer : phase.transfers) {
    awaited.clear();
    for_each_use(transfer, [&](const Use& use) {
      if (use.phase < 0 || use.receiver == transfer.source) return;
      int& after = awaited.emplace(use.receiver, use.phase).first->second;
      after = std::max(after, use.phase);
    });
    for (const auto& [from, after] : awaited) {
      phase.signals.push_back({from, transfer.source, dimension_order_route(topology_, from, transfer.source),
                               Signal::Trigger::kReceived, after, index});
    }
  }
  for (const Transfer& transfer : phase.transfers)
    for_each_use(transfer, [&](Use& use) { use = {transfer.destination, index}; });
}

}  // namespace torusim
