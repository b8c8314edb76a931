#include "models/contract/phase_gates.h"

namespace torusim {

PhaseGates::PhaseGates(const Hardware& hardware)
    : hardware_(hardware),
      ports_(static_cast<std::size_t>(hardware.ports())),
      gates_(static_cast<std::size_t>(hardware.topology.nodes()) * ports_) {}

void PhaseGates::load(const Phase& phase, std::uint32_t first_number) {
  forget_passed();
  ++loaded_;
  phases_.emplace_back();
  arrivals_.assign(static_cast<std::size_t>(hardware_.topology.nodes()), 0);
  const Topology& topology = hardware_.topology;
  const std::uint32_t limit = first_number + static_cast<std::uint32_t>(phase.transfers.size());
  for (const Transfer& transfer : phase.transfers) {
    transfer.route.for_each_channel(topology, transfer.source,
                                    [&](NodeId node, int out) { add_worm(node, out, limit); });
    const int arrival = arrivals_[static_cast<std::size_t>(transfer.destination)]++;
    add_worm(transfer.destination, hardware_.network_ports() + arrival % hardware_.alpha, limit);
  }
}

void PhaseGates::add_worm(NodeId node, int out, std::uint32_t limit) {
  Gate& gate = this->gate(node, out);
  if (gate.current != nullptr && gate.newest->limit == limit) {
    ++gate.newest->worms_left;
    return;
  }
  Entry& entry = phases_.back().entries.emplace_back(Entry{limit, 1});
  (gate.current == nullptr ? gate.current : gate.newest->next) = &entry;
  gate.newest = &entry;
}

/// Drops entries whose worms have passed, to which no gate refers.
void PhaseGates::forget_passed() {
  for (; !phases_.empty(); phases_.pop_front()) {
    auto& [entries, passed] = phases_.front();
    while (passed < entries.size() && entries[passed].worms_left == 0) ++passed;
    if (passed < entries.size()) return;
  }
}

}  // namespace torusim
