#include "models/pins/foreign_shell.h"

#include <fmt/format.h>

namespace torusim::pins {

ForeignShell::ForeignShell(const sc_core::sc_module_name& name, Conductor& conductor, NodeId node,
                           std::unique_ptr<ForeignRouter> router)
    : sc_module(name),
      forward_in("forward_in", conductor.hardware.ports()),
      backward_out("backward_out", conductor.hardware.ports()),
      forward_out("forward_out", conductor.hardware.ports()),
      backward_in("backward_in", conductor.hardware.ports()),
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
    inputs_.forward[p] = forward_in[p].read();
    inputs_.backward[p] = backward_in[p].read();
  }
  const Cycle driven = conductor_.now + 1;  // as the probe counts what is on the wires from now on
  router_->tick(driven, inputs_, outputs_);
  if (!router_->failure().empty()) conductor_.scoreboard.fail(driven, node_, router_->failure());
  for (std::size_t p = 0; p < forward_out.size(); ++p) {
    keep_in_range(driven, static_cast<int>(p));
    forward_out[p].write(outputs_.forward[p].valid ? outputs_.forward[p] : Forward{});
    backward_out[p].write(outputs_.backward[p].credit ? outputs_.backward[p] : Backward{});
  }
}

/// A virtual channel that does not exist would be taken for an index by whoever reads it.
void ForeignShell::keep_in_range(Cycle driven, int port) {
  Forward& flit = outputs_.forward[port];
  Backward& back = outputs_.backward[port];
  const int vcs = conductor_.hardware.vcs();
  const auto drop = [&](bool& valid, const char* what, int vc) {
    if (!valid || vc < vcs) return;
    conductor_.scoreboard.fail(
        driven, node_,
        fmt::format("the router's {} of port {} names virtual channel {} of {}", what, port, vc, vcs));
    valid = false;
  };
  drop(flit.valid, "flit", flit.vc);
  drop(back.credit, "credit", back.credit_vc);
}

}  // namespace torusim::pins
