#include "models/pins/link_arbiter.h"

namespace torusim::pins {

LinkArbiter::LinkArbiter(const sc_core::sc_module_name& name, const Hardware& hardware, int output)
    : sc_module(name), hardware_(hardware), output_(output) {
  SC_HAS_PROCESS(LinkArbiter);
  SC_METHOD(arbitrate);
  sensitive << turned_ << request;
  grant.initialize(kNobody);
  SC_METHOD(commit);
  sensitive << clock.pos();
}

void LinkArbiter::arbitrate() {
  const int ports = request.size();
  int winner = kNobody;
  rivals_ = 0;
  for (int i = 0; i < ports; ++i) {
    const int input = (turn_ + i) % ports;
    const Request& asked = request[input]->read();
    if (!asked.valid || asked.out != output_) continue;
    ++rivals_;
    if (winner == kNobody || urgency(input) < urgency(winner)) winner = input;
  }
  grant.write(winner);
}

/// A granted flit always leaves, so the turn moves past every winner. The process sleeps while there is no
/// winner.
void LinkArbiter::commit() {
  if (grant.read() == kNobody) next_trigger(grant->value_changed_event());
  if (!clock.posedge() || grant.read() == kNobody) return;
  turn_ = (grant.read() + 1) % request.size();
  if (rivals_ > 1) turned_.notify(sc_core::SC_ZERO_TIME);
}

}  // namespace torusim::pins
