#pragma once
/// A channel between two routers: `delay` cycles each way, of which the driver's own register is the first. A
/// link of a single cycle is wire and has no process: its ends are the driver's registers.
///
/// The forward half of a slow link, with an interval of several cycles, is a queue. With a delay of one cycle
/// a flit passes the empty queue as if it were wire. Credits never queue.

#include <deque>
#include <systemc>

#include "models/contract/hardware.h"
#include "models/contract/pin_channel.h"

namespace torusim::pins {

SC_MODULE(Link) {
 public:
  sc_core::sc_in<bool> clock{"clock"};
  sc_core::sc_in<Forward> forward_in{"forward_in"};
  sc_core::sc_in<Backward> backward_in{"backward_in"};
  sc_core::sc_export<sc_core::sc_signal_in_if<Forward>> forward_out{"forward_out"};
  sc_core::sc_export<sc_core::sc_signal_in_if<Backward>> backward_out{"backward_out"};

  /// A link between the register `forward`, which drives flits, and the register `backward`, which drives
  /// their credits and acks.
  Link(const sc_core::sc_module_name& name, LinkTime time, sc_core::sc_signal<Forward>& forward,
       sc_core::sc_signal<Backward>& backward);

  /// For a slow link: whether it is empty and has let no flit out for `cycles` cycles.
  bool rests_for(Cycle cycles) const { return queue_.empty() && now_ - latest_ >= cycles; }

 private:
  struct Queued {
    Cycle ready;
    Forward flit;
  };
  void shift_forward();
  void shift_backward();
  const Forward* leaving(const Forward& in) const;
  void end_cycle();
  void offer();

  const LinkTime time_;

  std::deque<Forward> forward_;  // the registers between the first and the last
  std::deque<Backward> backward_;
  std::deque<Queued> queue_;  // flits on a slow link
  sc_core::sc_event begun_;   // a cycle has begun: all registers have changed
  Cycle now_ = 0, latest_ = LinkTime::kNoFlit;
  sc_core::sc_signal<Forward> last_forward_{"last_forward"};
  sc_core::sc_signal<Backward> last_backward_{"last_backward"};
};

}  // namespace torusim::pins
