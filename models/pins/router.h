#pragma once
/// A router: one input port, one link arbiter and one output port for each of its ports, wired all to all.

#include <systemc>

#include "models/pins/input_port.h"
#include "models/pins/link_arbiter.h"
#include "models/pins/output_port.h"

namespace torusim::pins {

SC_MODULE(Router) {
 public:
  sc_core::sc_in<bool> clock;
  sc_core::sc_vector<sc_core::sc_in<Forward>> forward_in;      ///< [ports]
  sc_core::sc_vector<sc_core::sc_out<Backward>> backward_out;  ///< [ports] credits for forward_in
  sc_core::sc_vector<sc_core::sc_out<Forward>> forward_out;    ///< [ports]
  sc_core::sc_vector<sc_core::sc_in<Backward>> backward_in;    ///< [ports] credits for forward_out

  Router(const sc_core::sc_module_name& name, const Hardware& hardware, NodeId node);

 private:
  sc_core::sc_vector<InputPort> inputs_;
  sc_core::sc_vector<LinkArbiter> arbiters_;
  sc_core::sc_vector<OutputPort> outputs_;
  sc_core::sc_vector<sc_core::sc_signal<Request>> requests_;     // of each input port
  sc_core::sc_vector<sc_core::sc_signal<int>> grants_;           // of each output port
  sc_core::sc_vector<sc_core::sc_signal<OutputStatus>> status_;  // of each output port
};

}  // namespace torusim::pins
