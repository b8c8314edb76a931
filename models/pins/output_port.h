#pragma once
/// Output port of a router: owners of its virtual channels, credits, and the register that drives the
/// channel.

#include <systemc>

#include "models/contract/hardware.h"
#include "models/pins/credit_counter.h"
#include "models/pins/wires.h"

namespace torusim::pins {

SC_MODULE(OutputPort) {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  FromEveryPort<Forward> flit{"flit"};  ///< what every input port would send
  sc_core::sc_in<int> grant{"grant"};   ///< the input port that sends, or kNobody
  sc_core::sc_in<Backward> credit{"credit"};
  sc_core::sc_out<Forward> channel{"channel"};
  sc_core::sc_out<OutputStatus> status{"status"};

  OutputPort(const sc_core::sc_module_name& name, const Hardware& hardware);

 private:
  void end_of_elaboration() override {
    awaited_ = grant->value_changed_event() | credit->value_changed_event();
  }
  void commit();

  OutputStatus status_now() const;

  const Hardware& hardware_;
  CreditCounter credits_;
  std::uint64_t free_;
  sc_core::sc_event_or_list awaited_;  // what ends the rest of a port that has nothing to do
};

}  // namespace torusim::pins
