#include "models/pins/link_arbiter.h"

namespace torusim::pins {

LinkArbiter::LinkArbiter(const sc_core::sc_module_name& name, const Hardware& hardware, int output)
    : sc_module(name), request("request", hardware.ports()), hardware_(hardware), output_(output) {
  SC_HAS_PROCESS(LinkArbiter);
  SC_METHOD(arbitrate);
  sensitive << turned_;
  for (auto& port : request) sensitive << port;
  SC_METHOD(commit);
  sensitive << clock.pos();
  dont_initialize();
}

void LinkArbiter::arbitrate() {
  const int ports = static_cast<int>(request.size());
  int winner = kNobody;
  for (int i = 0; i < ports; ++i) {
    const int input = (turn_ + i) % ports;
    const Request& asked = request[input].read();
    if (!asked.valid || asked.out != output_) continue;
    if (winner == kNobody || urgency(input) < urgency(winner)) winner = input;
  }
  grant.write(winner);
}

/// A granted flit always leaves, so the turn moves past every winner.
void LinkArbiter::commit() {
  if (grant.read() == kNobody) return;
  turn_ = (grant.read() + 1) % static_cast<int>(request.size());
  turned_.notify(sc_core::SC_ZERO_TIME);
}

}  // namespace torusim::pins
