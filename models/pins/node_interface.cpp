#include "models/pins/node_interface.h"

#include <algorithm>

namespace torusim::pins {

NodeInterface::NodeInterface(const sc_core::sc_module_name& name, RunContext& run, NodeId node,
                             const sc_core::sc_event& send_now)
    : sc_module(name),
      forward_out("forward_out", run.hardware.alpha),
      backward_in("backward_in", run.hardware.alpha),
      forward_in("forward_in", run.hardware.alpha),
      backward_out("backward_out", run.hardware.alpha),
      run_(run),
      node_(node),
      injectors_(run.hardware.alpha, Injector(run.hardware)),
      arrived_(run.hardware.alpha) {
  SC_HAS_PROCESS(NodeInterface);
  SC_METHOD(receive);
  sensitive << clock.pos();
  dont_initialize();
  SC_METHOD(send);
  sensitive << send_now;
  dont_initialize();
}

void NodeInterface::add(int channel, WormSlot slot) {
  const Worm& worm = run_.worms[slot];
  run_.slot_of[worm.number] = slot;
  auto& pending = injectors_[channel].pending;
  const Sending sending{slot, injection_vc(run_.hardware, worm), 0};
  const auto less_urgent = [&](const Sending& other) { return other.vc > sending.vc; };
  pending.insert(std::find_if(pending.begin(), pending.end(), less_urgent), sending);
  added_.notify(sc_core::SC_ZERO_TIME);
}

void NodeInterface::end_of_elaboration() {
  for (std::size_t j = 0; j < arrived_.size(); ++j) {
    awaited_ |= forward_in[j]->value_changed_event();
    awaited_ |= backward_in[j]->value_changed_event();
  }
}

/// The clock edge: takes the flits that arrived one cycle before, and samples the channels. The process
/// sleeps while nothing arrives.
void NodeInterface::receive() {
  if (!clock.posedge()) return;  // woken within the cycle: the next edge ends it
  bool resting = true;
  for (std::size_t j = 0; j < arrived_.size(); ++j) {
    if (arrived_[j].valid) take_flit(run_, node_, arrived_[j]);
    backward_out[j].write(answer(arrived_[j]));
    resting = resting && !arrived_[j].valid && injectors_[j].back_seen == Backward{};
    account(injectors_[j]);
    arrived_[j] = forward_in[j].read();
    injectors_[j].back_seen = backward_in[j].read();
    resting = resting && !arrived_[j].valid && injectors_[j].back_seen == Backward{};
  }
  if (resting) next_trigger(awaited_);
}

/// Counts the credits and acks of the cycle before, for flits that are sent from now on.
void NodeInterface::account(Injector& injector) {
  const Backward& back = injector.back_seen;
  if (back.credit) injector.credits.credited(back.credit_vc);
  if (!back.ack) return;
  for (Sending& sending : injector.pending) {
    if (sending.vc != back.ack_vc) continue;
    sending.acked = true;
    break;  // the first worm of its class: later ones have not sent their heads
  }
}

/// Every flit is credited; under circuit switching a head with payload is acked too.
Backward NodeInterface::answer(const Forward& flit) const {
  if (!flit.valid) return {};
  const bool acked = run_.hardware.switching == Switching::kCircuit && flit.head && !flit.tail;
  return {true, flit.vc, acked, acked ? flit.vc : std::uint8_t{0}};
}

/// Sends a flit on each injection channel. The process sleeps while there is nothing to send.
void NodeInterface::send() {
  bool resting = true;
  for (std::size_t j = 0; j < injectors_.size(); ++j) {
    const Forward flit = next_flit(injectors_[j]);
    forward_out[j].write(flit);
    resting = resting && !flit.valid && injectors_[j].pending.empty();
  }
  if (resting) next_trigger(added_);
}

/// Whether the credit rule and the switching mode let the worm's next flit go.
bool NodeInterface::may_send(const Injector& injector, const Sending& sending) const {
  switch (run_.hardware.switching) {
    case Switching::kCutThrough:
    case Switching::kBubble:
      if (sending.next > 0) break;
      return injector.credits.room(sending.vc) >= int(run_.worms[sending.worm].flits);
    case Switching::kCircuit:
      if (sending.next > 0 && !sending.acked) return false;
      break;
    default:
      break;
  }
  return injector.credits.room(sending.vc) > 0;
}

/// The flit that an injection channel sends in this cycle: a flit of the most urgent worm that has a credit.
Forward NodeInterface::next_flit(Injector& injector) {
  int class_at_work = -1;
  for (std::size_t i = 0; i < injector.pending.size(); ++i) {
    Sending& sending = injector.pending[i];
    if (sending.vc == class_at_work) continue;  // worms of a class go one after the other
    class_at_work = sending.vc;
    if (!may_send(injector, sending)) continue;
    const Worm& worm = run_.worms[sending.worm];
    const std::uint32_t index = sending.next++;
    const bool tail = index + 1 == worm.flits;
    const Forward flit{true, index == 0, tail, static_cast<std::uint8_t>(sending.vc),
                       index == 0 ? head_data(run_.hardware, worm) : payload_data(worm, index)};
    injector.credits.sent(sending.vc);
    if (tail) {
      const WormSlot slot = sending.worm;
      injector.pending.erase(injector.pending.begin() + static_cast<std::ptrdiff_t>(i));
      run_.source.sent(run_.now, slot);
    }
    return flit;
  }
  return {};
}

}  // namespace torusim::pins
