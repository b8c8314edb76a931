#include "models/pins/router.h"

namespace torusim::pins {

Router::Router(const sc_core::sc_module_name& name, const Hardware& hardware, NodeId node, GateLoader* gates)
    : RouterPins(name, hardware.ports()),
      stages_("stage"),
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
  if (const int count = hardware.input_stages(); count > 0) {
    stages_.init(ports, [count](const char* n, std::size_t) { return new InputStages(n, count); });
  }
  // The signals that arrive at a port, after its stages.
  const auto bind_forward = [&](auto& pin, int p) {
    stages_.size() == 0 ? pin(forward_in[p]) : pin(stages_[p].forward);
  };
  const auto bind_backward = [&](auto& pin, int p) {
    stages_.size() == 0 ? pin(backward_in[p]) : pin(stages_[p].backward);
  };
  for (int p = 0; p < ports; ++p) {
    if (stages_.size() != 0) {
      stages_[p].clock(clock);
      stages_[p].forward_in(forward_in[p]);
      stages_[p].backward_in(backward_in[p]);
    }
    inputs_[p].clock(clock);
    bind_forward(inputs_[p].channel, p);
    inputs_[p].credit(backward_out[p]);
    inputs_[p].request(requests_[p]);
    inputs_[p].flit(flits_[p]);
    arbiters_[p].clock(clock);
    arbiters_[p].grant(grants_[p]);
    outputs_[p].clock(clock);
    outputs_[p].grant(grants_[p]);
    bind_backward(outputs_[p].credit, p);
    outputs_[p].channel(forward_out[p]);
    outputs_[p].status(status_[p]);
    for (int other = 0; other < ports; ++other) {
      bind_backward(inputs_[p].far, other);
      inputs_[p].status(status_[other]);
      inputs_[p].grant(grants_[other]);
      arbiters_[p].request(requests_[other]);
      outputs_[p].flit(flits_[other]);
    }
  }
}

}  // namespace torusim::pins
