#pragma once
/// Link arbitration, the second step of switch allocation (SA-2): of the input ports that ask for an output,
/// the most urgent class wins, equals take turns. A more urgent worm so takes the physical channel at the
/// next flit boundary from the one that was sending: preemption.

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

  /// Less goes first; Hardware::link_urgency.
  int urgency(int input) const { return hardware_.link_urgency(input, request[input]->read().message_class); }

  const Hardware& hardware_;
  const int output_;
  int turn_ = 0;    // input port that comes first among equals
  int rivals_ = 0;  // input ports that ask for the output
  sc_core::sc_event turned_{"turned"};
};

}  // namespace torusim::pins
