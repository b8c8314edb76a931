#include "models/pins/probe.h"

#include <fmt/format.h>

namespace torusim::pins {

Probe::Probe(const sc_core::sc_module_name& name, Conductor& conductor, RunControl& control,
             const std::vector<Observer*>& observers)
    : sc_module(name), conductor_(conductor), control_(control), observers_(observers) {
  SC_HAS_PROCESS(Probe);
  SC_METHOD(look);
  sensitive << clock.neg();
  dont_initialize();
}

void Probe::watch(const sc_core::sc_signal<Forward>& signal, NodeId node, int port) {
  taps_.push_back({&signal, node, static_cast<std::uint8_t>(port)});
}

void Probe::look() {
  moves_.clear();
  for (const Tap& tap : taps_) {
    const Forward& flit = tap.signal->read();
    if (flit.valid) see(conductor_.now, tap, flit);
  }
  if (moves_.empty()) {
    ++quiet_cycles_;
    return;
  }
  quiet_cycles_ = 0;
  control_.progressed(conductor_.now - 1);  // the cycle in which the flits were granted
  for (Observer* observer : observers_) observer->moved(conductor_.now, moves_);
}

void Probe::see(Cycle cycle, const Tap& tap, const Forward& flit) {
  Worm* worm = conductor_.find(message_number(flit.data));
  if (worm == nullptr) {
    conductor_.scoreboard.fail(cycle, tap.node,
                               fmt::format("a flit of message {} left port {}, which nobody sent",
                                           message_number(flit.data), tap.port));
    return;
  }
  if (flit.head) {
    ++worm->head_channels;
    if (tap.port >= conductor_.hardware.ports()) worm->injected = cycle;
  }
  if (flit.tail) ++worm->tail_channels;
  moves_.push_back({worm, flit.head ? 0 : length_or_index(flit.data), tap.node, tap.port, flit.vc});
}

}  // namespace torusim::pins
