#include "models/pins/input_stages.h"

namespace torusim::pins {

InputStages::InputStages(const sc_core::sc_module_name& name, int stages)
    : sc_module(name),
      forward_(static_cast<std::size_t>(stages) - 1),
      backward_(static_cast<std::size_t>(stages) - 1) {
  SC_HAS_PROCESS(InputStages);
  SC_METHOD(shift);
  sensitive << clock.pos();
  dont_initialize();
}

void InputStages::shift() {
  forward_.push_back(forward_in.read());
  backward_.push_back(backward_in.read());
  forward.write(forward_.front());
  backward.write(backward_.front());
  forward_.pop_front();
  backward_.pop_front();
}

}  // namespace torusim::pins
