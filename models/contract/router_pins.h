#pragma once
/// The SystemC pins of a router: the router of the pins level, a foreign router, or a user's SC_MODULE.

#include <systemc>

#include "models/contract/pin_channel.h"

namespace torusim::pins {

class RouterPins : public sc_core::sc_module {
 public:
  sc_core::sc_in<bool> clock;
  sc_core::sc_vector<sc_core::sc_in<Forward>> forward_in;      ///< [ports]
  sc_core::sc_vector<sc_core::sc_out<Backward>> backward_out;  ///< [ports] credits for forward_in
  sc_core::sc_vector<sc_core::sc_out<Forward>> forward_out;    ///< [ports]
  sc_core::sc_vector<sc_core::sc_in<Backward>> backward_in;    ///< [ports] credits for forward_out

 protected:
  RouterPins(const sc_core::sc_module_name& name, int ports)
      : sc_module(name),
        clock("clock"),
        forward_in("forward_in", ports),
        backward_out("backward_out", ports),
        forward_out("forward_out", ports),
        backward_in("backward_in", ports) {}
};

}  // namespace torusim::pins
