#include "models/pins/input_port.h"

#include <bit>

#include "models/contract/adaptive.h"

namespace torusim::pins {

InputPort::InputPort(const sc_core::sc_module_name& name, const Hardware& hardware, NodeId node, int index)
    : sc_module(name), hardware_(hardware), node_(node), index_(index), buffers_(hardware.vcs()) {
  SC_HAS_PROCESS(InputPort);
  SC_METHOD(commit);
  sensitive << clock.pos();
  dont_initialize();
  SC_METHOD(arbitrate);
  sensitive << changed_ << status;
}

/// SA-1: requests an output for a ready flit of the most urgent class; among its lanes the turn decides. An
/// empty port does not read the outputs until its buffers change.
void InputPort::arbitrate() {
  if (waiting_ == 0) next_trigger(changed_);
  int best = -1;
  for (int i = 0; i < hardware_.vcs(); ++i) {
    const int vc = (turn_ + i) % hardware_.vcs();
    if (hardware_.adaptive) choose_output(buffers_[vc], vc);
    if (!ready(buffers_[vc])) continue;
    if (best < 0 || hardware_.vc_class(vc) < hardware_.vc_class(best)) best = vc;
  }
  if (best < 0) {
    request.write({});
    return;
  }
  chosen_ = best;
  const Buffer& buffer = buffers_[best];
  request.write(
      {true, static_cast<std::uint8_t>(buffer.out), static_cast<std::uint8_t>(hardware_.vc_class(best))});
  Forward leaving = buffer.flits.front();
  leaving.vc = static_cast<std::uint8_t>(buffer.out_vc);
  if (leaving.head && !hardware_.adaptive) leaving.data = advance_route(leaving.data);
  flit.write(leaving);
}

bool InputPort::ready(const Buffer& buffer) const {
  if (buffer.flits.empty()) return false;
  const OutputStatus& out = status[buffer.out]->read();
  const std::uint64_t usable = buffer.started ? out.credit : out.credit & out.free;
  return ((usable >> buffer.out_vc) & 1) != 0 && (buffer.started || head_may_go(buffer));
}

/// Whether the gate and the switching mode let a head go that has a free output VC and a credit.
bool InputPort::head_may_go(const Buffer& buffer) const {
  const Data& head = buffer.flits.front().data;
  if (message_number(head) >= status[buffer.out]->read().limit) return false;
  const std::size_t flits = length_or_index(head);
  switch (hardware_.switching) {
    case Switching::kBubble:
      if (const int asked = hardware_.packet_slots_asked(index_, buffer.out); asked > 0)
        return status[buffer.out]->read().slots[buffer.out_vc] >= asked;
      [[fallthrough]];
    case Switching::kCutThrough:
      return std::size_t(status[buffer.out]->read().room[buffer.out_vc]) >= flits;
    case Switching::kStoreAndForward:
      return buffer.flits.size() >= flits;
    default:
      return true;
  }
}

/// The clock edge: the granted flit leaves its buffer, and its credit goes out; the flit on the channel comes
/// in. A port without flits, owners and acks sleeps until the channel changes.
void InputPort::commit() {
  if (!clock.posedge()) return;  // woken within the cycle: the next edge ends it
  const Request& asked = request.read();
  Backward back;
  if (asked.valid && grant[asked.out]->read() == index_) {
    back.credit = true;
    back.credit_vc = static_cast<std::uint8_t>(chosen_);
    pop(chosen_);
    changed_.notify(sc_core::SC_ZERO_TIME);
  }
  if (hardware_.switching == Switching::kCircuit) relay_acks(back);
  credit.write(back);

  const Forward& arriving = channel.read();
  if (arriving.valid) {
    Buffer& buffer = buffers_[arriving.vc];
    buffer.flits.push_back(arriving);
    ++waiting_;
    if (buffer.flits.size() == 1 && arriving.head) route_front(buffer, arriving.vc);
    changed_.notify(sc_core::SC_ZERO_TIME);
  }
  if (waiting_ == 0 && owned_ == 0 && acks_ == 0 && back == Backward{})
    next_trigger(channel->value_changed_event());
}

/// Forwards acks for worms from this port to the sender of the worm, one per cycle.
void InputPort::relay_acks(Backward& back) {
  for (int vc = 0; vc < hardware_.vcs(); ++vc) {
    const Buffer& buffer = buffers_[vc];
    if (!buffer.started) continue;
    const Backward& came = far[buffer.out]->read();
    if (came.ack && came.ack_vc == buffer.out_vc) acks_ |= std::uint64_t{1} << vc;
  }
  if (acks_ == 0) return;
  back.ack = true;
  back.ack_vc = static_cast<std::uint8_t>(std::countr_zero(acks_));
  acks_ &= acks_ - 1;
}

void InputPort::pop(int vc) {
  Buffer& buffer = buffers_[vc];
  const bool tail = buffer.flits.front().tail;
  owned_ += int{!tail} - int{buffer.started};
  buffer.started = !tail;
  buffer.flits.pop_front();
  --waiting_;
  if (!buffer.started && !buffer.flits.empty()) route_front(buffer, vc);
  turn_ = (vc + 1) % hardware_.vcs();
}

void InputPort::route_front(Buffer& buffer, int vc) {
  if (hardware_.adaptive) return;  // choose_output() does RC
  const Data& head = buffer.flits.front().data;
  buffer.out = route_port(head);
  const bool dateline =
      buffer.out < hardware_.network_ports() && hardware_.topology.crosses_dateline(node_, buffer.out);
  buffer.out_vc = next_vc(hardware_, index_, vc, buffer.out, dateline, route_lane(head));
}

/// RC with adaptive routing: a head at the front of a buffer chooses anew whenever the outputs change.
void InputPort::choose_output(Buffer& buffer, int vc) const {
  if (buffer.flits.empty() || buffer.started) return;
  struct Outputs {
    const InputPort& port;
    std::int64_t worm;  // flits of the worm
    [[gnu::noinline]] const OutputStatus& status(int out) const { return port.status[out]->read(); }
    bool takes(int out, int vc) const {
      if (((status(out).free & status(out).credit) >> vc & 1) == 0) return false;
      return status(out).room.empty() || status(out).room[static_cast<std::size_t>(vc)] >= worm;
    }
    int in_flight(int out, int vc) const { return status(out).in_flight[static_cast<std::size_t>(vc)]; }
    int load(int out) const {
      int flits = 0;
      for (int vc = 0; vc < port.hardware_.vcs(); ++vc) flits += in_flight(out, vc);
      return flits;
    }
  };
  const Data& head = buffer.flits.front().data;
  const int message_class = hardware_.vc_class(vc);
  OutputVc choice{route_port(head), hardware_.vc(message_class, 0)};
  if (const NodeId to = head_destination(head); to != node_) {
    const std::int64_t flits = length_or_index(head);
    choice = adaptive_choice(hardware_, MinimalPorts(hardware_, node_, to), message_class, flits,
                             Outputs{*this, flits});
  }
  buffer.out = choice.port;
  buffer.out_vc = choice.vc;
}

}  // namespace torusim::pins
