#include "models/pins/router.h"

namespace torusim::pins {

Router::Router(const sc_core::sc_module_name& name, const Hardware& hardware, NodeId node, GateLoader* gates)
    : RouterPins(name, hardware.ports()),
      requests_("request", hardware.ports()),
      flits_("flit", hardware.ports()),
      grants_("grant", hardware.ports()),
      status_("status", hardware.ports()) {
  const int ports = hardware.ports();
  inputs_.init(ports, [&](const char* n, std::size_t i) {
    return new InputPort(n, hardware, node, static_cast<int>(i));
  });
  arbiters_.init(
      ports, [&](const char* n, std::size_t i) { return new LinkArbiter(n, hardware, static_cast<int>(i)); });
  outputs_.init(ports, [&](const char* n, std::size_t i) {
    return new OutputPort(n, hardware, node, static_cast<int>(i), gates);
  });
  for (int p = 0; p < ports; ++p) {
    inputs_[p].clock(clock);
    inputs_[p].channel(forward_in[p]);
    inputs_[p].credit(backward_out[p]);
    inputs_[p].request(requests_[p]);
    inputs_[p].flit(flits_[p]);
    arbiters_[p].clock(clock);
    arbiters_[p].grant(grants_[p]);
    outputs_[p].clock(clock);
    outputs_[p].grant(grants_[p]);
    outputs_[p].credit(backward_in[p]);
    outputs_[p].channel(forward_out[p]);
    outputs_[p].status(status_[p]);
    for (int other = 0; other < ports; ++other) {
      inputs_[p].far(backward_in[other]);
      inputs_[p].status(status_[other]);
      inputs_[p].grant(grants_[other]);
      arbiters_[p].request(requests_[other]);
      outputs_[p].flit(flits_[other]);
    }
  }
}

}  // namespace torusim::pins
