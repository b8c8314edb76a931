#include "models/pins/link.h"

namespace torusim::pins {

Link::Link(const sc_core::sc_module_name& name, LinkTime time, sc_core::sc_signal<Forward>& forward,
           sc_core::sc_signal<Backward>& backward)
    : sc_module(name), time_(time) {
  SC_HAS_PROCESS(Link);
  forward_in(forward);
  backward_in(backward);
  if (time.interval > 1) {
    forward_out(last_forward_);
    SC_METHOD(end_cycle);
    sensitive << clock.pos();
    dont_initialize();
    SC_METHOD(offer);
    sensitive << begun_ << forward_in;
    dont_initialize();
  } else if (time.delay == 1) {
    forward_out(forward);
  } else {
    forward_.resize(static_cast<std::size_t>(time.delay - 2));
    forward_out(last_forward_);
    SC_METHOD(shift_forward);
    sensitive << clock.pos();
    dont_initialize();
  }
  if (time.delay == 1) {
    backward_out(backward);
    return;
  }
  backward_.resize(static_cast<std::size_t>(time.delay - 2));
  backward_out(last_backward_);
  SC_METHOD(shift_backward);
  sensitive << clock.pos();
  dont_initialize();
}

void Link::shift_forward() {
  forward_.push_back(forward_in.read());
  last_forward_.write(forward_.front());
  forward_.pop_front();
}

void Link::shift_backward() {
  backward_.push_back(backward_in.read());
  last_backward_.write(backward_.front());
  backward_.pop_front();
}

/// The flit that comes out of a slow link in this cycle, or null; the far end samples it at the end of the
/// cycle. `in` is on the near end's wires in this cycle.
const Forward* Link::leaving(const Forward& in) const {
  if (now_ < latest_ + time_.interval) return nullptr;
  if (!queue_.empty()) return queue_.front().ready <= now_ ? &queue_.front().flit : nullptr;
  return time_.delay == 1 && in.valid ? &in : nullptr;
}

/// The clock edge.
void Link::end_cycle() {
  const Forward in = forward_in.read();
  const Forward* const out = leaving(in);
  const bool passed = out == &in;
  if (out != nullptr) {
    latest_ = now_;
    if (!passed) queue_.pop_front();
  }
  if (in.valid && !passed) queue_.push_back({now_ + time_.delay - 1, in});
  ++now_;
  begun_.notify(sc_core::SC_ZERO_TIME);
}

/// Drives the flit of leaving(): called when all registers have changed, and again when the input wire has.
void Link::offer() {
  const Forward in = forward_in.read();
  const Forward* const out = leaving(in);
  last_forward_.write(out == nullptr ? Forward() : *out);
}

}  // namespace torusim::pins
