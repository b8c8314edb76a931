#pragma once
/// Output port of a router: owners of its virtual channels, credits, the gate, and the register of
/// switch traversal (ST), which drives the channel.

#include <deque>
#include <systemc>
#include <vector>

#include "models/contract/hardware.h"
#include "models/pins/credit_counter.h"
#include "models/pins/gate_loader.h"
#include "models/pins/wires.h"

namespace torusim::pins {

SC_MODULE(OutputPort) {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  FromEveryPort<Forward> flit{"flit"};  ///< the flit that every input port has selected
  sc_core::sc_in<int> grant{"grant"};   ///< the input port that sends, or kNobody
  sc_core::sc_in<Backward> credit{"credit"};
  sc_core::sc_out<Forward> channel{"channel"};
  sc_core::sc_out<OutputStatus> status{"status"};

  /// Output port `index` of the router at `node`; `gate` is null if its channel has no gate.
  OutputPort(const sc_core::sc_module_name& name, const Hardware& hardware, NodeId node, int index,
             GateLoader* gate);

 private:
  void end_of_elaboration() override {
    awaited_ = grant->value_changed_event() | credit->value_changed_event();
    if (gate_ != nullptr) awaited_ |= gate_->loaded;
  }
  void commit();

  OutputStatus status_now() const;

  const Hardware& hardware_;
  const NodeId node_;
  const int index_;
  GateLoader* const gate_;
  std::uint32_t limit_ = PhaseGates::kOpen;  // limit of the gate in the status
  CreditCounter credits_;
  std::uint64_t free_;
  std::vector<std::deque<bool>> tails_;  // bubble flow control, by VC: whether each flit in flight is a tail
  sc_core::sc_event_or_list awaited_;    // events that wake a port with nothing to do
};

}  // namespace torusim::pins
