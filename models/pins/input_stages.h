#pragma once
/// The registers of a pipelined router at the inputs of a port: the router sees the wires `stages` cycles
/// later (docs/router.md, Pipelined routers).

#include <deque>
#include <systemc>

#include "models/contract/pin_channel.h"

namespace torusim::pins {

SC_MODULE(InputStages) {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_in<Forward> forward_in{"forward_in"};
  sc_core::sc_in<Backward> backward_in{"backward_in"};
  sc_core::sc_signal<Forward> forward{"forward"};
  sc_core::sc_signal<Backward> backward{"backward"};

  /// `stages` is at least 1.
  InputStages(const sc_core::sc_module_name& name, int stages);

 private:
  void shift();

  std::deque<Forward> forward_;  // the registers before the last
  std::deque<Backward> backward_;
};

}  // namespace torusim::pins
