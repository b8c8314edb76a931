#include "models/fast/routers.h"

#include <algorithm>
#include <bit>

#include "models/fast/arbiter.h"
#include "models/fast/foreign_routers.h"

namespace torusim::fast {

Routers::Routers(const Hardware& hardware, WormTable& worms, Wires& wires, std::vector<FlitMove>* moves)
    : hardware_(hardware),
      ports_(hardware.ports()),
      network_ports_(hardware.network_ports()),
      vcs_(hardware.vcs()),
      slots_(hardware.slots()),
      worms_(worms),
      wires_(wires),
      moves_(moves),
      state_(hardware) {}

void Routers::begin_route(WormSlot slot) {
  if (cursors_.size() <= slot) cursors_.resize(slot + 1);
  cursors_[slot] = {0, static_cast<std::int16_t>(run_channels(hardware_, worms_[slot], 0))};
}

void Routers::ring_alarms(Cycle now) {
  for (const Alarm& alarm : wires_.alarms.take(now)) {
    const RouterView router = state_.router(alarm.node);
    const RouterHead& head = router.head;
    const bool out_of_credits =
        head.streaming && head.asleep_since == alarm.asleep_since && (head.flits_out & ~head.credits_in) != 0;
    if (out_of_credits) wake(now, alarm.node, router);
  }
}

void Routers::take_credits(Cycle now) {
  for (const CreditEvent& event : wires_.router_credits.take(now)) {
    if (foreign_ != nullptr && foreign_->stands_at(event.node)) {
      foreign_->take(event);
      continue;
    }
    const RouterView router = state_.router(event.node);
    RouterHead& head = router.head;
    if (!head.awake) {
      if (head.streaming && book_credit_asleep(now, router, event)) continue;
      if (head.streaming || head.active != 0) wake(now, event.node, router);
    }
    if (event.span == Span::kOne) {
      credits(router, event.port).credit(event.vc);
      continue;
    }
    if (event.span == Span::kEnds || event.span == Span::kLast) head.credits_in &= ~bit(event.port);
    if (event.span == Span::kEnds) continue;
    credits(router, event.port).credit(event.vc);
    if (event.span == Span::kBegins) {
      head.credits_in |= bit(event.port);
      router.out[event.port].arriving = {now + 1, event.vc};
      if (!head.awake) wake(now, event.node, router);
    }
  }
}

void Routers::take_flits(Cycle now) {
  for (const FlitEvent& event : wires_.to_routers.take(now)) {
    if (foreign_ != nullptr && foreign_->stands_at(event.node)) {
      foreign_->take(event);
      continue;
    }
    const RouterView router = state_.router(event.node);
    if (!router.head.awake) wake(now, event.node, router);
    if (event.span == Span::kOne) {
      push(event.node, router, event.port, event.vc, event.flit);
      continue;
    }
    if (event.span == Span::kEnds || event.span == Span::kLast) router.head.flits_in &= ~bit(event.port);
    if (event.span == Span::kEnds) continue;
    push(event.node, router, event.port, event.vc, event.flit);
    if (event.span == Span::kBegins) {
      router.head.flits_in |= bit(event.port);
      router.in[event.port].arriving = {{event.flit.worm, event.flit.index_and_flags + 1}, now + 1, event.vc};
    }
  }
}

void Routers::evaluate(Cycle now) {
  still_awake_.clear();
  for (const NodeId node : awake_) {
    if (evaluate(now, node)) still_awake_.push_back(node);
  }
  std::swap(awake_, still_awake_);
}

/// One router's cycle. False: it goes to sleep.
bool Routers::evaluate(Cycle now, NodeId node) {
  const RouterView router = state_.router(node);
  RouterHead& head = router.head;
  const bool streams_before = head.any_stream();
  if (streams_before) continue_streams(now, node, router);
  const Moved moved = arbitrate(now, node, router);
  if (moved.outputs != 0) last_move_ = now;
  head.awake = (moved.outputs != 0 && head.active != 0) || head.any_stream();
  if (streams_before) {
    end_broken_streams(now, node, router);
    head.awake = ((moved.outputs != 0 && head.active != 0) || head.any_stream()) &&
                 !sleep_through_streams(now, node, router, moved);
  }
  return head.awake;
}

/// Two-step allocation: every input port puts one ready flit forward, every output port takes one of them.
Routers::Moved Routers::arbitrate(Cycle now, NodeId node, const RouterView& router) {
  std::uint32_t requests[Hardware::kMaxPorts];
  std::uint8_t forward[Hardware::kMaxPorts];
  Moved moved;
  const int shared = hardware_.shared;
  const int lanes = hardware_.lanes;

  for_each_bit(router.head.active, [&](int in) {
    const InputPort& port = router.in[in];
    const InputVc* buffers = router.vc + in * vcs_;
    const int vc = arbitrate_input(port.occupied, port.turn, lanes, [&](int v) {
      const OutputPort& out = router.out[buffers[v].out];
      const std::uint64_t usable = ((port.started >> v) & 1) != 0 ? ~std::uint64_t{0} : out.free;
      return (((usable & out.credit(shared)) >> buffers[v].out_vc) & 1) != 0;
    });
    if (vc < 0) return;
    const int out = buffers[vc].out;
    if ((moved.outputs & bit(out)) == 0) requests[out] = 0;
    moved.outputs |= bit(out);
    requests[out] |= bit(in);
    forward[in] = u8(vc);
  });
  for_each_bit(moved.outputs, [&](int out) {
    const int in = arbitrate_link(requests[out], router.out[out].turn, hardware_.classes,
                                  [&](int input) { return hardware_.vc_class(forward[input]); });
    moved.inputs |= bit(in);
    moved.only_streams &= send(now, node, router, in, forward[in], out);
  });
  return moved;
}

/// The winner's flit leaves by output `out`: buffer, ownership, credits and turns move on. True if it is the
/// next of a stream that also arrives at this input.
bool Routers::send(Cycle now, NodeId node, const RouterView& router, int in, int vc, int out) {
  const int channel = in * vcs_ + vc;
  InputPort& input = router.in[in];
  InputVc& buffer = router.vc[channel];
  OutputPort& output = router.out[out];
  const Flit flit = router.slots[channel * slots_ + buffer.front];
  const int out_vc = buffer.out_vc;

  if (++buffer.front == slots_) buffer.front = 0;
  --buffer.count;
  input.turn = u8(vc + 1 == vcs_ ? 0 : vc + 1);
  output.turn = u8(in + 1 == ports_ ? 0 : in + 1);
  credits(router, out).send(out_vc);

  if (flit.head()) {
    ++worms_[flit.worm].head_channels;
    if (out < network_ports_) --cursors_[flit.worm].hops_left;
    input.started |= bit64(vc);
    output.free &= ~bit64(out_vc);
  }
  if (flit.tail()) {
    ++worms_[flit.worm].tail_channels;
    input.started &= ~bit64(vc);
    output.free |= bit64(out_vc);
  }
  if (buffer.count == 0) {
    input.occupied &= ~bit64(vc);
    if (input.occupied == 0) router.head.active &= ~bit(in);
  } else if (flit.tail()) {
    route_front(node, router, in, vc);
  }
  if (moves_ != nullptr) moves_->push_back({&worms_[flit.worm], flit.index(), node, u8(out), u8(out_vc)});

  if (!flit.streams()) {
    // The common case of short worms: an item a flit, no streams to look after unless one is on.
    if (!output.flits.on && !input.credits.on) {
      put_flit(now, node, output, out, out_vc, Span::kOne, flit);
      put_credit(now, node, router, in, vc, Span::kOne);
      return false;
    }
  }
  const Part part{flit.streams(), flit.head(), flit.tail()};
  put(output.flits, now, out_vc, part, [&](Span span) {
    put_flit(now, node, output, out, span == Span::kEnds ? output.flits.vc : out_vc, span, flit);
  });
  put(input.credits, now, vc, part, [&](Span span) {
    put_credit(now, node, router, in, span == Span::kEnds ? input.credits.vc : vc, span);
  });
  RouterHead& head = router.head;
  head.flits_out = output.flits.on ? head.flits_out | bit(out) : head.flits_out & ~bit(out);
  head.credits_out = input.credits.on ? head.credits_out | bit(in) : head.credits_out & ~bit(in);
  const FlitStream& stream = input.arriving;
  return !flit.head() && output.flits.on && input.credits.on && stream.vc == vc &&
         stream.first.worm == flit.worm;
}

/// Reads the head at the front of a buffer.
void Routers::route_front(NodeId node, const RouterView& router, int in, int vc) {
  const int channel = in * vcs_ + vc;
  InputVc& buffer = router.vc[channel];
  const NextChannel next = next_channel(node, router.slots[channel * slots_ + buffer.front].worm, in, vc);
  buffer.out = u8(next.port);
  buffer.out_vc = u8(next.vc);
}

NextChannel Routers::next_channel(NodeId node, WormSlot slot, int in, int vc) {
  const Worm& worm = worms_[slot];
  RouteCursor& cursor = cursors_[slot];
  if (cursor.hops_left == 0 && cursor.run < worm.route.size()) {
    ++cursor.run;
    cursor.hops_left = static_cast<std::int16_t>(run_channels(hardware_, worm, cursor.run));
  }
  int out = network_ports_ + worm.ejection_channel;
  bool dateline = false;
  if (cursor.run < worm.route.size()) {
    const Run& run = worm.route[cursor.run];
    out = hardware_.topology.port(run.dimension, run.hops);
    dateline = state_.router(node).out[out].dateline;
  }
  return {out, next_vc(hardware_, in, vc, out, dateline)};
}

Data Routers::head_words(WormSlot slot) const {
  return head_data(hardware_, worms_[slot], cursors_[slot].run, cursors_[slot].hops_left);
}

}  // namespace torusim::fast
