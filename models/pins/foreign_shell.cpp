#include "models/pins/foreign_shell.h"

namespace torusim::pins {

ForeignShell::ForeignShell(const sc_core::sc_module_name& name, RunContext& run, NodeId node,
                           std::unique_ptr<ForeignRouter> router)
    : RouterPins(name, run.hardware.ports()),
      run_(run),
      node_(node),
      router_(std::move(router)),
      inputs_(run.hardware.ports()),
      outputs_(run.hardware.ports()) {
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
  const Cycle driven = run_.now + 1;  // as the probe counts what is on the wires from now on
  router_->tick(driven, inputs_, outputs_);
  if (!router_->failure().empty()) run_.scoreboard.fail(driven, node_, router_->failure());
  for (std::size_t p = 0; p < forward_out.size(); ++p) {
    forward_out[p].write(outputs_.flit(static_cast<int>(p)));
    backward_out[p].write(outputs_.back(static_cast<int>(p)));
  }
}

}  // namespace torusim::pins
