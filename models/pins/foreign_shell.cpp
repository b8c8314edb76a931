#include "models/pins/foreign_shell.h"

namespace torusim::pins {

ForeignShell::ForeignShell(const sc_core::sc_module_name& name, Conductor& conductor, NodeId node,
                           std::unique_ptr<ForeignRouter> router)
    : RouterPins(name, conductor.hardware.ports()),
      conductor_(conductor),
      node_(node),
      router_(std::move(router)),
      inputs_(conductor.hardware.ports()),
      outputs_(conductor.hardware.ports()) {
  SC_HAS_PROCESS(ForeignShell);
  SC_METHOD(edge);
  sensitive << clock.pos();
  dont_initialize();
}

void ForeignShell::edge() {
  for (std::size_t p = 0; p < forward_in.size(); ++p) {
    inputs_.put(static_cast<int>(p), forward_in[p].read());
    inputs_.put(static_cast<int>(p), backward_in[p].read());
  }
  const Cycle driven = conductor_.now + 1;  // as the probe counts what is on the wires from now on
  router_->tick(driven, inputs_, outputs_);
  if (!router_->failure().empty()) conductor_.scoreboard.fail(driven, node_, router_->failure());
  for (std::size_t p = 0; p < forward_out.size(); ++p) {
    forward_out[p].write(outputs_.flit(static_cast<int>(p)));
    backward_out[p].write(outputs_.back(static_cast<int>(p)));
  }
}

}  // namespace torusim::pins
