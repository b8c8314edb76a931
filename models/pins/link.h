#pragma once
/// A channel between two routers: `delay` cycles each way, of which the driver's own register is the first.
/// One of a single cycle is wire and has no process: its ends are the driver's registers.

#include <deque>
#include <systemc>

#include "models/contract/pin_channel.h"

namespace torusim::pins {

SC_MODULE(Link) {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_in<Forward> forward_in{"forward_in"};
  sc_core::sc_in<Backward> backward_in{"backward_in"};
  sc_core::sc_export<sc_core::sc_signal_in_if<Forward>> forward_out{"forward_out"};
  sc_core::sc_export<sc_core::sc_signal_in_if<Backward>> backward_out{"backward_out"};

  /// From the register that drives flits to the one that drives what comes back for them.
  Link(const sc_core::sc_module_name& name, int delay, sc_core::sc_signal<Forward>& forward,
       sc_core::sc_signal<Backward>& backward);

 private:
  void shift();

  std::deque<Forward> forward_;  // the registers between the first and the last
  std::deque<Backward> backward_;
  sc_core::sc_signal<Forward> last_forward_{"last_forward"};
  sc_core::sc_signal<Backward> last_backward_{"last_backward"};
};

}  // namespace torusim::pins
