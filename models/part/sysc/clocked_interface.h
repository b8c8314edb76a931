#pragma once
/// A network interface for an open node as a clocked function, for a Verilated interface or any C++ model.

#include <functional>
#include <systemc>
#include <utility>

#include "models/contract/router_pins.h"
#include "models/contract/router_wires.h"

namespace torusim::sysc {

class ClockedInterface : public pins::RouterPins {
 public:
  /// A rising edge of the clock: the function reads the wires of the ending cycle, and sets the wires of the
  /// beginning cycle. Port j is local channel j, seen from the node, which ejects by `in.forward` and injects
  /// by `out.forward`.
  using Edge = std::function<void(const RouterWires& in, RouterWires& out)>;

  ClockedInterface(const sc_core::sc_module_name& name, int channels, Edge edge)
      : RouterPins(name, channels), edge_(std::move(edge)), in_(channels), out_(channels) {
    SC_HAS_PROCESS(ClockedInterface);
    SC_METHOD(on_edge);
    sensitive << clock.pos();
    dont_initialize();
  }

 private:
  void on_edge() {
    for (int j = 0; j < static_cast<int>(forward_in.size()); ++j) {
      in_.put(j, forward_in[static_cast<std::size_t>(j)].read());
      in_.put(j, backward_in[static_cast<std::size_t>(j)].read());
    }
    out_.clear();
    edge_(in_, out_);
    for (int j = 0; j < static_cast<int>(forward_in.size()); ++j) {
      forward_out[static_cast<std::size_t>(j)].write(out_.flit(j));
      backward_out[static_cast<std::size_t>(j)].write(out_.back(j));
    }
  }

  const Edge edge_;
  RouterWires in_, out_;
};

}  // namespace torusim::sysc
