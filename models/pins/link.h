#pragma once
/// A channel between two routers: `delay` cycles each way, of which the driver's own register is the first.

#include <deque>
#include <systemc>

#include "models/contract/pin_channel.h"

namespace torusim::pins {

SC_MODULE(Link) {
 public:
  sc_core::sc_in<bool> clock;
  sc_core::sc_in<Forward> forward_in;
  sc_core::sc_out<Forward> forward_out;
  sc_core::sc_in<Backward> backward_in;
  sc_core::sc_out<Backward> backward_out;

  Link(const sc_core::sc_module_name& name, int delay);

 private:
  void pass();
  void shift();

  std::deque<Forward> forward_;  // registers between the driver's and the last one, oldest first
  std::deque<Backward> backward_;
};

}  // namespace torusim::pins
