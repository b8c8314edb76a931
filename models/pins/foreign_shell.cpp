#include "models/pins/foreign_shell.h"

#include <fmt/format.h>

#include <bit>

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
  PhaseGates* const gates = run_.source.gates();
  if (gates != nullptr) gates->drive(node_, inputs_);
  const Cycle driven = run_.now + 1;  // the cycle of the outputs on the wires, as the probe counts
  router_->tick(driven, inputs_, outputs_);
  if (!router_->failure().empty() && run_.scoreboard.failure().empty())
    run_.scoreboard.fail(driven, node_, router_->report());
  if (gates != nullptr) pass_gates(driven, *gates);
  for (std::size_t p = 0; p < forward_out.size(); ++p) {
    forward_out[p].write(outputs_.flit(static_cast<int>(p)));
    backward_out[p].write(outputs_.back(static_cast<int>(p)));
  }
}

/// A flit that leaves in cycle `driven` won its channel one cycle before. The gates have let nothing pass
/// since, so they still judge its head.
void ForeignShell::pass_gates(Cycle driven, PhaseGates& gates) {
  for (PortSet leaving = outputs_.valid; leaving != 0; leaving &= leaving - 1) {
    const int out = std::countr_zero(leaving);
    const RouterWires::Flit& flit = outputs_.forward[out];
    const std::uint32_t message = message_number(flit.data);
    if (flit.head && !gates.admits(node_, out, message)) {
      run_.scoreboard.fail(
          driven, node_,
          fmt::format("the router sends by port {} on virtual channel {} flit 0 of message {}, in front of a "
                      "gate that is closed for its phase",
                      out, flit.vc, message));
    }
    if (flit.tail) gates.pass(node_, out);
  }
}

}  // namespace torusim::pins
