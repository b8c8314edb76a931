#pragma once
/// Link arbitration, the second step of switch allocation (SA-2): among the input ports that request an
/// output, the most urgent class wins, with round-robin among equals. So a more urgent worm takes the
/// physical channel from the sending worm at the next flit boundary: preemption.

#include <systemc>

#include "models/contract/hardware.h"
#include "models/pins/wires.h"

namespace torusim::pins {

SC_MODULE(LinkArbiter) {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  FromEveryPort<Request> request{"request"};
  sc_core::sc_out<int> grant{"grant"};  ///< the input that sends in this cycle, or kNobody

  /// Arbiter of a router's output port `output`.
  LinkArbiter(const sc_core::sc_module_name& name, const Hardware& hardware, int output);

 private:
  void arbitrate();
  void commit();

  /// The smallest value wins; see Hardware::link_urgency.
  int urgency(int input) const { return hardware_.link_urgency(input, request[input]->read().message_class); }

  const Hardware& hardware_;
  const int output_;
  int turn_ = 0;    // the first input port among equals
  int rivals_ = 0;  // number of input ports that request the output
  sc_core::sc_event turned_{"turned"};
};

}  // namespace torusim::pins
