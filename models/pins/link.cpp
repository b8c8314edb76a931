#include "models/pins/link.h"

namespace torusim::pins {

Link::Link(const sc_core::sc_module_name& name, int delay, sc_core::sc_signal<Forward>& forward,
           sc_core::sc_signal<Backward>& backward)
    : sc_module(name) {
  forward_in(forward);
  backward_in(backward);
  if (delay == 1) {
    forward_out(forward);
    backward_out(backward);
    return;
  }
  forward_.resize(delay - 2);
  backward_.resize(delay - 2);
  forward_out(last_forward_);
  backward_out(last_backward_);
  SC_HAS_PROCESS(Link);
  SC_METHOD(shift);
  sensitive << clock.pos();
  dont_initialize();
}

void Link::shift() {
  forward_.push_back(forward_in.read());
  last_forward_.write(forward_.front());
  forward_.pop_front();
  backward_.push_back(backward_in.read());
  last_backward_.write(backward_.front());
  backward_.pop_front();
}

}  // namespace torusim::pins
