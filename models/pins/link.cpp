#include "models/pins/link.h"

#include <algorithm>

namespace torusim::pins {

Link::Link(const sc_core::sc_module_name& name, int delay)
    : sc_module(name), forward_(std::max(delay - 2, 0)), backward_(std::max(delay - 2, 0)) {
  SC_HAS_PROCESS(Link);
  if (delay == 1) {
    SC_METHOD(pass);
    sensitive << forward_in << backward_in;
  } else {
    SC_METHOD(shift);
    sensitive << clock.pos();
    dont_initialize();
  }
}

void Link::pass() {
  forward_out.write(forward_in.read());
  backward_out.write(backward_in.read());
}

void Link::shift() {
  forward_.push_back(forward_in.read());
  forward_out.write(forward_.front());
  forward_.pop_front();
  backward_.push_back(backward_in.read());
  backward_out.write(backward_.front());
  backward_.pop_front();
}

}  // namespace torusim::pins
