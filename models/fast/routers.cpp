#include "models/fast/routers.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "models/fast/arbiter.h"
#include "models/fast/foreign_routers.h"

namespace torusim::fast {

Routers::Routers(const Hardware& hardware, WormTable& worms, LocalWires& wires, std::vector<FlitMove>* moves)
    : hardware_(hardware),
      credit_{hardware.reserve, hardware.shared},
      ports_(hardware.ports()),
      network_ports_(hardware.network_ports()),
      slots_(hardware.slots()),
      whole_worms_(hardware.buffers_whole_worms()),
      worms_(worms),
      wires_(wires),
      moves_(moves),
      state_(hardware, hardware.link_delay + 1),
      due_(hardware.topology.nodes(), hardware.link_delay + 1),
      alarms_(hardware.reserve + 1) {}

void Routers::evaluate(Cycle now) {
  if (state_.layout().packed) {
    evaluate_all<PackedRouterView>(now);
  } else {
    evaluate_all<RouterView>(now);
  }
}

template <typename View>
void Routers::evaluate_all(Cycle now) {
  const Layout& layout = state_.layout();
  const Cycle arrival = now + 1 + hardware_.link_delay;
  const Step step{now, layout.inbox(now), due_.day(now + 1), due_.day(arrival), layout.inbox(arrival)};
  due_.visit(
      now, [&](NodeId node) __attribute__((always_inline)) {
        if (foreign_ != nullptr && foreign_->stands_at(node)) return;
        evaluate(step, node, View(state_.at(node), layout));
      });
}

/// One router's cycle.
template <typename View>
[[gnu::always_inline]] inline void Routers::evaluate(const Step& step, NodeId node, View router) {
  RouterHead& head = router.head();
  Inbox* const inbox = router.inbox_at(step.inbox);
  if (head.streaming && !wake(step.now, router, inbox)) return;
  Work<View> work;
  receive(router, inbox, work);
  arbitrate(router, work);
  for (const int out : bits(work.outputs)) {
    traverse(step, node, router, work.input[out], work.vc[out], out, work);
  }
  settle(router, work);
  if (work.outputs != 0) last_move_ = step.now;

  // If nothing moved, nothing will, until something arrives.
  bool again = false;
  for (int w = 0; w < router.words(); ++w) again |= work.outputs != 0 && router.sets()[w].occupied != 0;
  if (head.any_stream) {
    bool same_again = !work.heads_pass;
    for (int w = 0; w < router.words(); ++w) same_again &= work.left[w] == router.sets()[w].passed_in;
    end_broken_streams(step, node, router);
    again = (again || head.any_stream) && !sleep_through_streams(step.now, node, router, same_again);
  }
  if (again) step.next.add(node);
}

/// Empties the inbox, and reads the heads that have come to empty buffers.
template <typename View>
[[gnu::always_inline]] inline void Routers::receive(View router, Inbox* inbox, Work<View>& work) {
  ChannelSets* const sets = router.sets();
  std::uint64_t begin_or_end = 0;
  for (int w = 0; w < router.words(); ++w) begin_or_end |= inbox[w].flit_streams | inbox[w].credit_streams;
  if (begin_or_end != 0) switch_streams(router, inbox);
  for (int w = 0; w < router.words(); ++w) {
    work.arrived[w] = inbox[w].flits | sets[w].flits_in;
    work.credited[w] = inbox[w].credits | sets[w].credits_in;
    work.left[w] = work.sent[w] = 0;
    inbox[w].flits = inbox[w].credits = 0;
    for (const int i : bits(work.arrived[w] & ~sets[w].routed)) {
      route(router, router.port_at({w, i}), router.vc_at({w, i}));
    }
    if (credit_.shared == 0) {
      work.usable[w] = sets[w].below_reserve | work.credited[w];
    } else {
      for (const int i : bits(work.credited[w])) count_credit(router, Place{w, i});
      work.credited[w] = 0;
      work.usable[w] = usable(router, w, sets[w].below_reserve);
    }
  }
  work.outputs = 0;
  work.heads_pass = false;
}

/// Reads the head at the front of a buffer.
void Routers::route(RouterView router, int in, int vc) {
  VirtualChannel& channel = router.channel(in, vc);
  const WormSlot slot = front_worm(router, in, vc);
  const NextChannel next = next_channel(router, slot, in, vc);
  channel.out = u8(next.port);
  channel.out_vc = u8(next.vc);
  channel.left = cursors_[slot].flits;
  channel.streams = cursors_[slot].streams;
  const Place place = router.place(in, vc);
  router.sets()[place.word].routed |= place.mask();
}

/// Cut-through asks for room for the whole worm at the next router, store and forward for the whole worm
/// here.
template <typename View>
bool Routers::whole_worm_may_go(View router, const Work<View>& work, int in, int vc) const {
  const VirtualChannel& channel = router.channel(in, vc);
  const Place input = router.place(in, vc);
  if (((router.sets()[input.word].started >> input.bit) & 1) != 0) return true;
  if (hardware_.switching == Switching::kStoreAndForward) {
    return channel.count + ((work.arrived[input.word] >> input.bit) & 1) >= channel.left;
  }
  const Place output = router.place(channel.out, channel.out_vc);
  const int in_flight = router.channel(channel.out, channel.out_vc).in_flight -
                        static_cast<int>((work.credited[output.word] >> output.bit) & 1);
  return credit_.room(in_flight, router.port(channel.out).shared_used) >= static_cast<int>(channel.left);
}

/// Two-step allocation: every input port puts one ready flit forward, every output port takes one of them.
template <typename View>
[[gnu::always_inline]] inline void Routers::arbitrate(View router, Work<View>& work) const {
  for (int w = 0; w < router.words(); ++w) {
    std::uint64_t forward = 0;
    for (const int i : bits(router.sets()[w].occupied | work.arrived[w])) {
      const bool goes =
          ready(router, work.usable, Place{w, i}) &&
          (!whole_worms_ || whole_worm_may_go(router, work, router.port_at({w, i}), router.vc_at({w, i})));
      forward |= std::uint64_t{goes} << i;
    }
    for (const int i : bits(router.several(forward))) {
      const int in = router.port_at({w, i});
      const std::uint64_t all = router.all_vcs(in);
      const int vc =
          arbitrate_input((forward & all) >> router.shift(in), router.port(in).input_turn, router.lanes());
      forward = (forward & ~all) | router.place(in, vc).mask();
    }
    for (const int i : bits(forward)) {
      const int in = router.port_at({w, i});
      const int vc = router.vc_at({w, i});
      const int out = router.channel(in, vc).out;
      if ((work.outputs & bit(out)) != 0) {
        const auto candidate = [&](int input, int v) {
          return Candidate{input, router.classes() == 1 ? 0 : v >> (router.lanes() - 1)};
        };
        const int turn = router.port(out).output_turn;
        if (!wins_link(candidate(in, vc), candidate(work.input[out], work.vc[out]), turn)) continue;
      }
      work.outputs |= bit(out);
      work.input[out] = u8(in);
      work.vc[out] = u8(vc);
    }
  }
}

/// The winner's flit leaves by output `out`: turns and ownership move on, the flit goes onto the channel and
/// its slot back to the sender.
template <typename View>
[[gnu::always_inline]] inline void Routers::traverse(const Step& step, NodeId node, View router, int in,
                                                     int vc, int out, Work<View>& work) {
  VirtualChannel& channel = router.channel(in, vc);
  const int out_vc = channel.out_vc;
  const Place input = router.place(in, vc);
  const Place output = router.place(out, out_vc);
  const bool last = --channel.left == 0;
  const bool first = ((router.sets()[input.word].started >> input.bit) & 1) == 0;
  work.left[input.word] |= input.mask();
  work.sent[output.word] |= output.mask();
  router.port(in).input_turn = u8(vc + 1);
  router.port(out).output_turn = u8(in + 1);
  if (first) start(router, in, vc);
  if (moves_ != nullptr) report(node, router, in, vc, flit_of(router, in, vc).index);
  if (channel.streams || router.head().any_stream) {
    work.heads_pass |= pass_stream(step, node, router, in, vc, {channel.streams, first, last});
  } else {
    put_flit(step, node, router, out, out_vc, Span::kOne, [&] { return flit_of(router, in, vc); });
    put_credit(step, node, router, in, vc, Span::kOne);
  }
  if (last) finish(router, in, vc);
}

/// A head leaves: its worm owns the output VC from now on.
void Routers::start(RouterView router, int in, int vc) {
  const WormSlot worm = front_worm(router, in, vc);
  const VirtualChannel& channel = router.channel(in, vc);
  const Place input = router.place(in, vc);
  const Place output = router.place(channel.out, channel.out_vc);
  router.sets()[input.word].started |= input.mask();
  router.sets()[output.word].free &= ~output.mask();
  ++worms_[worm].head_channels;
  if (channel.out >= network_ports_) return;
  --cursors_[worm].hops_left;
  const Port& port = router.port(channel.out);
  send_head(port.peer, port.peer_port, channel.out_vc, worm);
}

/// A tail leaves: the output VC is free, the next worm comes to the front.
void Routers::finish(RouterView router, int in, int vc) {
  VirtualChannel& channel = router.channel(in, vc);
  const Place input = router.place(in, vc);
  const Place output = router.place(channel.out, channel.out_vc);
  ++worms_[front_worm(router, in, vc)].tail_channels;
  router.sets()[output.word].free |= output.mask();
  router.sets()[input.word].started &= ~input.mask();
  router.sets()[input.word].routed &= ~input.mask();
  channel.front = static_cast<std::uint16_t>(next_slot(channel.front));
}

/// Counts: of buffers in which not one flit came and one left, and of channels on which not one flit was sent
/// and one credited.
template <typename View>
[[gnu::always_inline]] inline void Routers::settle(View router, const Work<View>& work) {
  for (int w = 0; w < router.words(); ++w) {
    ChannelSets& sets = router.sets()[w];
    for (const int i : bits(work.arrived[w] & ~work.left[w])) {
      ++router.channel(router.port_at({w, i}), router.vc_at({w, i})).count;
      sets.occupied |= bit64(i);
    }
    for (const int i : bits(work.left[w] & ~work.arrived[w])) {
      if (--router.channel(router.port_at({w, i}), router.vc_at({w, i})).count == 0) {
        sets.occupied &= ~bit64(i);
      }
    }
    for (const int i : bits(work.sent[w] & ~work.credited[w])) count_sent(router, Place{w, i});
    for (const int i : bits(work.credited[w] & ~work.sent[w])) count_credit(router, Place{w, i});
    // Worms whose head has been waiting behind a tail that left.
    for (const int i : bits(sets.occupied & ~sets.routed)) {
      route(router, router.port_at({w, i}), router.vc_at({w, i}));
    }
  }
}

std::optional<NextChannel> Routers::owner(NodeId node, int out, int out_vc) {
  const RouterView router = state_.router(node);
  for (int w = 0; w < router.words(); ++w) {
    for (const int i : bits(router.sets()[w].started)) {
      const int in = router.port_at({w, i}), vc = router.vc_at({w, i});
      const VirtualChannel& channel = router.channel(in, vc);
      if (channel.out == out && channel.out_vc == out_vc) return NextChannel{in, vc};
    }
  }
  return std::nullopt;
}

void Routers::report(NodeId node, RouterView router, int in, int vc, std::uint32_t index) const {
  const VirtualChannel& channel = router.channel(in, vc);
  moves_->push_back({&worms_[front_worm(router, in, vc)], index, node, channel.out, channel.out_vc});
}

/// The flit that has just left a buffer.
Routers::Flit Routers::flit_of(RouterView router, int in, int vc) const {
  const WormSlot worm = front_worm(router, in, vc);
  return {worm, cursors_[worm].flits - 1 - router.channel(in, vc).left};
}

void Routers::send_head(NodeId node, int port, int vc, WormSlot worm) {
  const RouterView router = state_.router(node);
  VirtualChannel& channel = router.channel(port, vc);
  router.worms(port, vc)[channel.back] = worm;
  channel.back = static_cast<std::uint16_t>(next_slot(channel.back));
}

void Routers::send_flit(Cycle due, NodeId node, int port, int vc, Span span) {
  const RouterView router = state_.router(node);
  const Place place = router.place(port, vc);
  Inbox& inbox = router.inbox(due)[place.word];
  tell(span, place.mask(), inbox.flits, inbox.flit_streams);
  due_.day(due).add(node);
}

void Routers::send_credit(Cycle due, NodeId node, int port, int vc, Span span) {
  const RouterView router = state_.router(node);
  const Place place = router.place(port, vc);
  Inbox& inbox = router.inbox(due)[place.word];
  tell(span, place.mask(), inbox.credits, inbox.credit_streams);
  due_.day(due).add(node);
}

}  // namespace torusim::fast
