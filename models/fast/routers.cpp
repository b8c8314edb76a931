#include "models/fast/routers.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "models/fast/arbiter.h"
#include "models/fast/foreign_routers.h"

namespace torusim::fast {
namespace {

constexpr std::uint32_t bit(int i) { return std::uint32_t{1} << i; }
constexpr std::uint64_t bit64(int i) { return std::uint64_t{1} << i; }
constexpr std::uint8_t u8(int i) { return static_cast<std::uint8_t>(i); }

template <typename Visit>
void for_each_bit(std::uint32_t mask, Visit visit) {
  for (; mask != 0; mask &= mask - 1) visit(std::countr_zero(mask));
}

}  // namespace

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
  const Route& route = worms_[slot].route;
  cursors_[slot] = {0, route.empty() ? std::int16_t{0} : static_cast<std::int16_t>(std::abs(route[0].hops))};
}

void Routers::ring_alarms(Cycle now) {
  for (const Alarm& alarm : wires_.alarms.take(now)) {
    RouterView router = state_.router(alarm.node);
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
    RouterView router = state_.router(event.node);
    RouterHead& head = router.head;
    if (head.streaming) {
      if (book_credit_asleep(now, router, event)) continue;
      wake(now, event.node, router);
    } else if (head.active != 0) {
      wake(now, event.node, router);
    }
    if (event.span == Span::kEnds || event.span == Span::kLast) head.credits_in &= ~bit(event.port);
    if (event.span == Span::kEnds) continue;
    credits(router, event.port).credit(event.vc);
    if (event.span == Span::kBegins) {
      head.credits_in |= bit(event.port);
      router.out[event.port].arriving = {now + 1, event.vc};
      wake(now, event.node, router);
    }
  }
}

/// A credit for a router that sleeps through streams. True if nothing in the router waits for it.
bool Routers::book_credit_asleep(Cycle now, const RouterView& router, const CreditEvent& event) {
  RouterHead& head = router.head;
  OutputPort& output = router.out[event.port];
  const bool ends = event.span == Span::kEnds || event.span == Span::kLast;
  const bool sends = (head.flits_out & bit(event.port)) != 0;
  if (head.others_wait || (sends && (ends || event.vc != output.flits.vc))) return false;
  account(router, event.port, now - 1);
  if (ends) head.credits_in &= ~bit(event.port);
  if (event.span != Span::kEnds) credits(router, event.port).credit(event.vc);
  if (event.span == Span::kBegins) {
    head.credits_in |= bit(event.port);
    output.arriving = {now + 1, event.vc};
  }
  return true;
}

/// Books what a sleeping router's streams brought up to a cycle: flits that it sent by `out`, credits that it
/// got there.
void Routers::account(const RouterView& router, int out, Cycle until) {
  OutputPort& output = router.out[out];
  Cycle sent = (router.head.flits_out & bit(out)) != 0 ? until - output.accounted : 0;
  Cycle credited = 0;
  if ((router.head.credits_in & bit(out)) != 0) {
    credited = std::max<Cycle>(0, until - std::max(output.arriving.from, output.accounted + 1) + 1);
  }
  const Cycle both =
      std::min(sent, credited);  // a router that sends sleeps only if these are for the same VC
  for (sent -= both; sent > 0; --sent) credits(router, out).send(output.flits.vc);
  for (credited -= both; credited > 0; --credited) credits(router, out).credit(output.arriving.vc);
  output.accounted = until;
}

void Routers::take_flits(Cycle now) {
  for (const FlitEvent& event : wires_.to_routers.take(now)) {
    if (foreign_ != nullptr && foreign_->stands_at(event.node)) {
      foreign_->take(event);
      continue;
    }
    RouterView router = state_.router(event.node);
    wake(now, event.node, router);
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

/// Falls asleep if the next cycle will be like this one: the same flits of the same streams move, because
/// turns, owners and the other buffers stay as they are, and credits come as fast as flits leave, or at least
/// last a while.
bool Routers::sleep_through_streams(Cycle now, NodeId node, const RouterView& router, const Moved& moved) {
  RouterHead& head = router.head;
  const bool same_again = moved.only_streams && head.flits_in == moved.inputs &&
                          head.credits_out == moved.inputs && head.flits_out == moved.outputs;
  if (!same_again) return false;
  head.others_wait = false;
  for_each_bit(head.active, [&](int in) {
    const bool streams = (moved.inputs & bit(in)) != 0;
    const std::uint64_t moving = streams ? bit64(router.in[in].credits.vc) : 0;
    head.others_wait |= (router.in[in].occupied & ~moving) != 0;
  });
  if (head.others_wait && (head.credits_in & ~moved.outputs) != 0) return false;

  Cycle runs_out = INT64_MAX;
  bool lasts = true;
  for_each_bit(moved.outputs | head.credits_in, [&](int out) {
    OutputPort& output = router.out[out];
    output.accounted = now;
    if ((moved.outputs & bit(out)) == 0) return;
    if ((head.credits_in & bit(out)) != 0) {
      lasts &= output.arriving.vc == output.flits.vc;
    } else {
      const int left = hardware_.reserve - router.in_flight[out * vcs_ + output.flits.vc];
      lasts &= left > 0;
      runs_out = std::min<Cycle>(runs_out, now + 1 + left);
    }
  });
  if (!lasts) return false;
  if (runs_out != INT64_MAX) wires_.alarms.add(runs_out, {node, now});
  head.streaming = true;
  head.asleep_since = now;
  return true;
}

/// What the running streams bring in this cycle.
void Routers::continue_streams(Cycle now, NodeId node, const RouterView& router) {
  for_each_bit(router.head.credits_in, [&](int out) {
    const CreditStream& stream = router.out[out].arriving;
    if (now >= stream.from) credits(router, out).credit(stream.vc);
  });
  for_each_bit(router.head.flits_in, [&](int in) {
    const FlitStream& stream = router.in[in].arriving;
    if (now >= stream.from) push(node, router, in, stream.vc, stream.at(now));
  });
}

/// Two-step allocation: every input port puts one ready flit forward, every output port takes one of them.
Routers::Moved Routers::arbitrate(Cycle now, NodeId node, const RouterView& router) {
  std::uint32_t requests[4 * Topology::kMaxDimensions];
  std::uint8_t forward[4 * Topology::kMaxDimensions];
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

/// Streams that were on and had no item in this cycle.
void Routers::end_broken_streams(Cycle now, NodeId node, const RouterView& router) {
  for_each_bit(router.head.flits_out, [&](int out) {
    StreamOut& wire = router.out[out].flits;
    if (wire.last == now) return;
    wire.on = false;
    router.head.flits_out &= ~bit(out);
    put_flit(now, node, router.out[out], out, wire.vc, Span::kEnds, {});
  });
  for_each_bit(router.head.credits_out, [&](int in) {
    StreamOut& wire = router.in[in].credits;
    if (wire.last == now) return;
    wire.on = false;
    router.head.credits_out &= ~bit(in);
    put_credit(now, node, router, in, wire.vc, Span::kEnds);
  });
}

void Routers::put_flit(Cycle now, NodeId node, const OutputPort& output, int out, int vc, Span span,
                       Flit flit) {
  if (out < network_ports_) {
    wires_.to_routers.add(now + 1 + hardware_.link_delay,
                          {output.peer, u8(Topology::opposite(out)), u8(vc), span, flit});
  } else {
    wires_.to_interfaces.add(now + 2, {node, u8(out - network_ports_), u8(vc), span, flit});
  }
}

void Routers::put_credit(Cycle now, NodeId node, const RouterView& router, int in, int vc, Span span) {
  if (in < network_ports_) {
    wires_.router_credits.add(now + 1 + hardware_.link_delay,
                              {router.out[in].peer, u8(Topology::opposite(in)), u8(vc), span});
  } else {
    wires_.interface_credits.add(now + 2, {node, u8(in - network_ports_), u8(vc), span});
  }
}

void Routers::push(NodeId node, const RouterView& router, int in, int vc, Flit flit) {
  const int channel = in * vcs_ + vc;
  InputVc& buffer = router.vc[channel];
  int back = buffer.front + buffer.count;
  if (back >= slots_) back -= slots_;
  router.slots[channel * slots_ + back] = flit;
  if (buffer.count++ > 0) return;
  router.in[in].occupied |= bit64(vc);
  router.head.active |= bit(in);
  if (flit.head()) route_front(node, router, in, vc);
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
    if (cursor.run < worm.route.size()) {
      cursor.hops_left = static_cast<std::int16_t>(std::abs(worm.route[cursor.run].hops));
    }
  }
  int out = network_ports_ + worm.ejection_channel;
  bool dateline = false;
  if (cursor.run < worm.route.size()) {
    const Run& run = worm.route[cursor.run];
    out = Topology::port(run.dimension, run.hops);
    dateline = state_.router(node).out[out].dateline;
  }
  return {out, next_vc(hardware_, in, vc, out, dateline)};
}

Data Routers::head_words(WormSlot slot) const {
  return head_data(hardware_, worms_[slot], cursors_[slot].run, cursors_[slot].hops_left);
}

void Routers::wake(Cycle now, NodeId node, RouterView& router) {
  RouterHead& head = router.head;
  if (head.awake) return;
  if (head.streaming) make_up(now, router);
  head.awake = true;
  awake_.push_back(node);
}

/// The cycles from falling asleep to before `now` were all alike: every streaming buffer passed one flit in
/// each.
void Routers::make_up(Cycle now, const RouterView& router) {
  const auto missed = static_cast<std::uint32_t>(now - router.head.asleep_since - 1);
  for_each_bit(router.head.flits_in, [&](int in) {
    InputPort& port = router.in[in];
    const int channel = in * vcs_ + port.arriving.vc;
    const InputVc& buffer = router.vc[channel];
    for (int i = 0; i < buffer.count; ++i) {
      router.slots[channel * slots_ + (buffer.front + i) % slots_].index_and_flags += missed;
    }
    port.credits.last = now - 1;
  });
  for_each_bit(router.head.flits_out, [&](int out) { router.out[out].flits.last = now - 1; });
  for_each_bit(router.head.flits_out | router.head.credits_in,
               [&](int out) { account(router, out, now - 1); });
  router.head.streaming = false;
  if (router.head.flits_out != 0) last_move_ = std::max(last_move_, now - 1);
}

}  // namespace torusim::fast
