#include "models/pins/output_port.h"

#include <algorithm>

namespace torusim::pins {

OutputPort::OutputPort(const sc_core::sc_module_name& name, const Hardware& hardware, NodeId node, int index,
                       GateLoader* gate)
    : sc_module(name),
      hardware_(hardware),
      node_(node),
      index_(index),
      gate_(gate),
      credits_(hardware),
      free_(~std::uint64_t{0} >> (Hardware::kMaxVcs - hardware.vcs())),
      tails_(hardware.bubbles() && hardware.in_ring(index) ? hardware.vcs() : 0) {
  SC_HAS_PROCESS(OutputPort);
  if (gate_ != nullptr) limit_ = gate_->gates.limit(node_, index_);
  status.initialize(status_now());
  SC_METHOD(commit);
  sensitive << clock.pos();
  dont_initialize();
}

/// The clock edge: counts a credit, drives the granted flit onto the channel (ST), and opens the gate for the
/// next phase. A port with none of these events sleeps until one comes.
void OutputPort::commit() {
  if (!clock.posedge()) return;  // woken within the cycle: the next edge ends it
  const bool credited = credit.read().credit;
  if (credited) credits_.credited(credit.read().credit_vc);
  if (credited && !tails_.empty()) tails_[credit.read().credit_vc].pop_front();
  Forward leaving;
  if (grant.read() != kNobody) {
    leaving = flit[grant.read()]->read();
    const std::uint64_t vc = std::uint64_t{1} << leaving.vc;
    credits_.sent(leaving.vc);
    if (!tails_.empty()) tails_[leaving.vc].push_back(leaving.tail);
    if (leaving.head) free_ &= ~vc;
    if (leaving.tail) free_ |= vc;
    if (leaving.tail && gate_ != nullptr) gate_->gates.pass(node_, index_);
  }
  channel.write(leaving);
  const bool gate_moved = gate_ != nullptr && gate_->gates.limit(node_, index_) != limit_;
  if (gate_moved) limit_ = gate_->gates.limit(node_, index_);
  if (credited || leaving.valid || gate_moved) {
    status.write(status_now());
  } else {
    next_trigger(awaited_);
  }
}

OutputStatus OutputPort::status_now() const {
  OutputStatus now{free_, credits_.mask(), {}, {}, {}, limit_};
  if (hardware_.adaptive) now.in_flight = credits_.in_flight();
  for (const auto& tails : tails_) {
    const auto worms = static_cast<int>(std::count(tails.begin(), tails.end(), true));
    now.slots.push_back(hardware_.packet_slots - worms);
  }
  if (hardware_.cuts_through()) {
    for (int vc = 0; vc < hardware_.vcs(); ++vc) now.room.push_back(credits_.room(vc));
  }
  return now;
}

}  // namespace torusim::pins
