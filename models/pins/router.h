#pragma once
/// A router: an input port (RC, SA-1), a link arbiter (SA-2) and an output port (ST, credits) for each of its
/// ports, wired all to all.

#include <systemc>

#include "models/contract/router_pins.h"
#include "models/pins/input_port.h"
#include "models/pins/input_stages.h"
#include "models/pins/link_arbiter.h"
#include "models/pins/output_port.h"

namespace torusim::pins {

class Router : public RouterPins {
 public:
  /// `gates` is null if its channels have no gates.
  Router(const sc_core::sc_module_name& name, const Hardware& hardware, NodeId node, GateLoader* gates);

 private:
  sc_core::sc_vector<InputStages> stages_;  // of a pipelined router, by port
  sc_core::sc_vector<InputPort> inputs_;
  sc_core::sc_vector<LinkArbiter> arbiters_;
  sc_core::sc_vector<OutputPort> outputs_;
  sc_core::sc_vector<sc_core::sc_signal<Request>> requests_;     // [input port]
  sc_core::sc_vector<sc_core::sc_signal<Forward>> flits_;        // [input port]
  sc_core::sc_vector<sc_core::sc_signal<int>> grants_;           // [output port]
  sc_core::sc_vector<sc_core::sc_signal<OutputStatus>> status_;  // [output port]
};

}  // namespace torusim::pins
