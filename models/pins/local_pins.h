#pragma once
/// The wires of a local channel, named from its router's side as in router_pins.h.

#include <systemc>

#include "models/contract/pin_channel.h"

namespace torusim::pins {

struct LocalPins {
  sc_core::sc_signal<Forward>& forward_in;     ///< the node injects
  sc_core::sc_signal<Backward>& backward_out;  ///< credits and acks for injected flits
  sc_core::sc_signal<Forward>& forward_out;    ///< the node ejects
  sc_core::sc_signal<Backward>& backward_in;   ///< credits and acks for ejected flits
};

}  // namespace torusim::pins
