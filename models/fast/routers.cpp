#include "models/fast/routers.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

#include "models/fast/arbiter.h"

namespace torusim::fast {

Routers::Routers(const Hardware& hardware, WormTable& worms, LocalWires& wires, std::vector<FlitMove>* moves)
    : hardware_(hardware),
      credit_{hardware.reserve, hardware.shared},
      network_ports_(hardware.network_ports()),
      slots_(hardware.slots()),
      whole_worms_(hardware.buffers_whole_worms()),
      worms_(worms),
      wires_(wires),
      moves_(moves),
      state_(hardware, hardware.link_delay + 1),
      due_(NetworkState::nowhere(hardware.topology.nodes()), hardware.link_delay + 1),
      alarms_(hardware.reserve + 1) {}

void Routers::evaluate(Cycle now) {
  const Layout& layout = state_.layout();
  if (layout.lean) return evaluate_all<PackedView<2, true>>(now);
  if (layout.words == 1 && layout.vcs == 1) return evaluate_all<PackedView<1>>(now);
  if (layout.words == 1 && layout.vcs == 2) return evaluate_all<PackedView<2>>(now);
  if (layout.words == 1 && layout.vcs == 4) return evaluate_all<PackedView<4>>(now);
  evaluate_all<RouterView>(now);
}

template <typename View>
void Routers::evaluate_all(Cycle now) {
  const Cycle arrival = now + 1 + hardware_.link_delay;
  const Step step{now, state_.inboxes(now), due_.day(now + 1), due_.day(arrival), state_.inboxes(arrival)};
  bool moved = false;
  due_.visit(
      now, [&](NodeId node) __attribute__((always_inline)) { moved |= evaluate(step, View(state_, node)); });
  if (moved) last_move_ = now;
}

/// One router's cycle. True if a flit moved.
template <typename View>
[[gnu::always_inline]] inline bool Routers::evaluate(const Step& step, View router) {
  Inbox* const inbox = step.inboxes + router.inbox_word(router.node(), 0);
  Work<View> work;
  work.streams = moves_ != nullptr || router.head().flags != 0;
  for (int w = 0; w < router.words(); ++w) {
    work.came[w] = inbox[w].items;
    work.streams |= inbox[w].streams != 0;
  }
  if (work.streams && !wake(step.now, router, inbox)) return false;
  receive(router, inbox, work);
  arbitrate(router, work);
  bool moved = false, heads_pass = false;
  for (const int w : busy_words(work)) moved |= work.winners[w] != 0;
  if (work.streams) {
    heads_pass = traverse_streams(step, router, work);
  } else {
    traverse(step, router, work);
  }
  settle(router, work);

  // If nothing moved, nothing will, until something arrives.
  bool again = false;
  for (const int w : busy_words(work)) again |= (router.sets(w).stocked & Layout::kInputs) != 0;
  again &= moved;
  if (work.streams && router.head().has(RouterHead::kAnyStream)) {
    again = settle_streams(step, router, work, heads_pass, again);
  }
  step.next.add(router.node(), again);
  return moved;
}

/// Empties the inbox, and reads the heads that have come to the front of their buffers.
template <typename View>
[[gnu::always_inline]] inline void Routers::receive(View router, Inbox* inbox, Work<View>& work) {
  if (work.streams && router.head().has(RouterHead::kAnyStream)) {
    for (int w = 0; w < router.words(); ++w) work.came[w] |= router.streams(w).in;
  }
  if (!View::kLean && credit_.shared != 0) {
    for (int w = 0; w < router.words(); ++w) {
      const std::uint64_t credited = work.came[w] & ~Layout::kInputs;
      if (credited != 0) count_outputs(router, w, credited, 0);
      work.came[w] &= Layout::kInputs;
    }
  }
  work.busy = 0;
  for (int w = 0; w < router.words(); ++w) {
    inbox[w].items = work.gone[w] = work.winners[w] = 0;
    work.present[w] = router.sets(w).stocked | work.came[w];
    const bool busy = (work.came[w] | (work.present[w] & Layout::kInputs)) != 0;
    work.busy |= std::uint64_t{busy} << w;
  }
  for (const int w : busy_words(work)) {
    for (const int i : bits(work.present[w] & Layout::kInputs & ~router.sets(w).routed)) {
      route(router, Place{w, i});
    }
  }
}

/// Reads the head at the front of a buffer.
template <typename View>
void Routers::route(View router, Place input) {
  VirtualChannel& channel = router.channel(input);
  channel.worm = state_.worms(channel)[channel.front];
  const int in = router.port_at(input), vc = router.vc_at(input);
  const int out = next_port(channel.worm);
  const VirtualChannel& far = router.first(out);
  const int out_vc = next_vc(hardware_, in, vc, out, far.dateline);
  const Place there = router.input(far.peer_port, out_vc), output = router.output(out, out_vc);
  channel.out = u8(out);
  channel.out_word = u8(output.word);
  channel.out_bit = u8(output.bit);
  channel.next = far.peer;
  channel.next_word = u8(there.word);
  channel.next_bit = u8(there.bit);
  channel.left = cursors_[channel.worm].flits;
  channel.streams = cursors_[channel.worm].streams;
  router.sets(input.word).routed |= input.mask();
}

/// Cut-through asks for room for the whole worm at the next router, store and forward for the whole worm
/// here.
bool Routers::whole_worm_may_go(const RouterView& router, const std::uint64_t* came, Place input) const {
  const VirtualChannel& channel = router.channel(input);
  // What has come and is still to be counted counts here.
  const auto counted = [&](Place end) {
    return counter_value(router.digits(end.word), router.digit_count(), end.bit) +
           static_cast<int>((came[end.word] >> end.bit) & 1);
  };
  if (hardware_.switching == Switching::kStoreAndForward) {
    return counted(input) >= static_cast<int>(channel.left);
  }
  const int free = counted(router.output_of(channel)) - state_.layout().bias;
  return credit_.room(slots_ - free, router.port(channel.out).shared_used) >= static_cast<int>(channel.left);
}

/// Every input port puts one ready flit forward, every output port takes one of them. A flit is ready if its
/// output may send, and is owned by its worm, or is a head's and free.
template <typename View>
[[gnu::always_inline]] inline void Routers::arbitrate(View router, Work<View>& work) const {
  std::uint32_t inputs = 0, outputs = 0, clashes = 0;
  bool several = false;
  for (const int w : busy_words(work)) {
    std::uint64_t present = work.present[w] & Layout::kInputs;
    work.heads[w] = present & ~router.sets(w).engaged;
    for (const int i : bits(work.heads[w])) {
      const Place output = router.output_of(router.channel(Place{w, i}));
      const bool owned = ((router.sets(output.word).engaged >> output.bit) & 1) != 0;
      const bool goes =
          !owned && (View::kLean || !whole_worms_ ||
                     whole_worm_may_go(RouterView(state_, router.node()), work.came, Place{w, i}));
      present &= ~(std::uint64_t{!goes} << i);
    }
    std::uint64_t forward = 0;
    for (const int i : bits(present)) {
      const VirtualChannel& channel = router.channel(Place{w, i});
      const Place output = router.output_of(channel);
      work.streams |= channel.streams;
      const std::uint64_t goes = (work.present[output.word] >> output.bit) & 1;
      forward |= goes << i;
      const auto port = static_cast<std::uint32_t>(goes << channel.out);
      clashes |= outputs & port;
      outputs |= port;
      if (View::kWords == 1) continue;
      const auto in = static_cast<std::uint32_t>(goes << router.port_at({w, i}));
      clashes |= inputs & in;
      inputs |= in;
    }
    if constexpr (View::kWords == 1) several = router.several(forward);
    work.winners[w] = forward;
  }
  if (clashes != 0 || several) resolve(router, work.winners);
}

/// Of the flits that are put forward, those that win: in two steps, as of flits that compete.
template <typename View>
[[gnu::noinline]] void Routers::resolve(View router, std::uint64_t* forward) const {
  std::uint32_t chosen = 0, taken = 0;  // inputs that have put a flit forward, outputs that have one
  Place best[Hardware::kMaxPorts];
  const auto candidate = [&](Place input) {
    const int in = router.port_at(input);
    return Candidate{in, hardware_.link_urgency(in, hardware_.vc_class(router.vc_at(input)))};
  };
  for (int w = 0; w < router.words(); ++w) {
    for (const int i : bits(forward[w])) {
      const int in = router.port_at({w, i});
      if ((chosen & bit(in)) != 0) continue;
      chosen |= bit(in);
      const std::uint64_t ready = router.take_inputs(forward, in);
      const int vc = arbitrate_input(ready, router.first(in).winner + 1, hardware_.lanes);
      const Place input = router.input(in, vc);
      const int out = router.channel(input).out;
      if ((taken & bit(out)) != 0) {
        if (!wins_link(candidate(input), candidate(best[out]), router.head().winner[out] + 1)) continue;
        forward[best[out].word] &= ~best[out].mask();
      }
      taken |= bit(out);
      best[out] = input;
      forward[input.word] |= input.mask();
    }
  }
}

/// The flit of an input that has won leaves: turns move on. True if it is a tail.
template <typename View>
[[gnu::always_inline]] inline bool Routers::leave(View router, Place input) {
  VirtualChannel& channel = router.channel(input);
  const int in = router.port_at(input);
  router.first(in).winner = u8(router.vc_at(input));
  router.head().winner[channel.out] = u8(in);
  return --channel.left == 0;
}

/// All winners leave: their flits go to the next routers, their slots back to where they came from.
template <typename View>
[[gnu::always_inline]] inline void Routers::traverse(const Step& step, View router, Work<View>& work) {
  const auto tell = [router, inboxes = step.arrival_inboxes, arrival = step.arrival](const Target& target) {
    inboxes[router.inbox_word(target.node, target.word)].items |= bit64(target.bit);
    arrival.add(target.node);
  };
  for (const int w : busy_words(work)) {
    std::uint64_t gone = work.winners[w], tails = 0, ejected = 0;
    for (const int i : bits(work.winners[w])) {
      const VirtualChannel& channel = router.channel(Place{w, i});
      const Place output = router.output_of(channel);
      if (View::kWords == 1) {
        gone |= output.mask();
      } else {
        work.gone[output.word] |= output.mask();
        work.busy |= bit64(output.word);
      }
      tails |= std::uint64_t{leave(router, Place{w, i})} << i;
      ejected |= std::uint64_t{channel.out >= network_ports_} << i;
      tell(channel.flits_to());
      tell(channel.credits_to());
    }
    work.gone[w] |= gone;
    for (const int i : bits(work.winners[w] & work.heads[w])) start(router, Place{w, i});
    for (const int i : bits(ejected)) {
      const VirtualChannel& channel = router.channel(Place{w, i});
      eject(step.now, router.node(), channel, channel.out, router.vc_at(router.output_of(channel)),
            Span::kOne);
    }
    for (const int i : bits(work.winners[w] & router.locals(w))) {
      credit_injection(step.now, router.node(), router.port_at({w, i}), router.vc_at({w, i}), Span::kOne);
    }
    for (const int i : bits(tails)) finish(router, Place{w, i});
  }
}

/// The same where long worms pass or somebody watches. True if among the streams that are passed on there are
/// heads.
template <typename View>
[[gnu::noinline]] bool Routers::traverse_streams(const Step& step, const View& router, Work<View>& work) {
  bool heads_pass = false;
  for (const int w : busy_words(work)) {
    work.gone[w] |= work.winners[w];
    for (const int i : bits(work.winners[w])) {
      const Place input{w, i};
      const VirtualChannel& channel = router.channel(input);
      const bool first = (work.heads[w] & input.mask()) != 0;
      const Place output = router.output_of(channel);
      work.gone[output.word] |= output.mask();
      work.busy |= bit64(output.word);
      const bool last = leave(router, input);
      if (first) start(router, input);
      if (moves_ != nullptr) report(router, channel, 0);
      if (channel.streams || router.head().has(RouterHead::kAnyStream)) {
        heads_pass |= pass_stream(step, router, input, {channel.streams, first, last});
      } else {
        put_flit(step, router, channel, Span::kOne);
        put_credit(step, router, input, Span::kOne);
      }
      if (last) finish(router, input);
    }
  }
  return heads_pass;
}

/// A head leaves: its worm owns the output VC from now on.
template <typename View>
void Routers::start(View router, Place input) {
  const VirtualChannel& channel = router.channel(input);
  const Place output = router.output_of(channel);
  router.sets(input.word).engaged |= input.mask();
  router.sets(output.word).engaged |= output.mask();
  ++cursors_[channel.worm].head_channels;
  if (channel.out >= network_ports_) return;
  --cursors_[channel.worm].hops_left;
  const Target next = channel.flits_to();
  queue_worm(View(state_, next.node).channel(Place{next.word, next.bit}), channel.worm);
}

/// A tail leaves: the output VC is free, the next worm comes to the front.
template <typename View>
void Routers::finish(View router, Place input) {
  VirtualChannel& channel = router.channel(input);
  const Place output = router.output_of(channel);
  ++cursors_[channel.worm].tail_channels;
  router.sets(output.word).engaged &= ~output.mask();
  router.sets(input.word).engaged &= ~input.mask();
  router.sets(input.word).routed &= ~input.mask();
  channel.front = static_cast<std::uint16_t>(next_slot(channel.front));
}

/// Counts what came and what has gone.
template <typename View>
[[gnu::always_inline]] inline void Routers::settle(View router, const Work<View>& work) {
  for (const int w : busy_words(work)) {
    router.sets(w).stocked = count(router.digits(w), router.digit_count(), work.came[w], work.gone[w]);
    if (View::kLean || credit_.shared == 0) continue;
    // Of the outputs it is not only their count that says whether they may send.
    take_from_pools(RouterView(state_, router.node()), w, work.gone[w] & ~Layout::kInputs);
  }
}

std::optional<NextChannel> Routers::owner(NodeId node, int out, int out_vc) {
  const RouterView router(state_, node);
  const Place output = router.output(out, out_vc);
  for (int w = 0; w < router.words(); ++w) {
    for (const int i : bits(router.sets(w).engaged & Layout::kInputs)) {
      const Place owned = router.output_of(router.channel(Place{w, i}));
      if (owned.word == output.word && owned.bit == output.bit) {
        return NextChannel{router.port_at({w, i}), router.vc_at({w, i})};
      }
    }
  }
  return std::nullopt;
}

void Routers::send_head(NodeId node, int port, int vc, WormSlot worm) {
  queue_worm(RouterView(state_, node).channel(port, vc), worm);
}

/// A head is on its way to a buffer.
void Routers::queue_worm(VirtualChannel& channel, WormSlot worm) {
  state_.worms(channel)[channel.back] = worm;
  channel.back = static_cast<std::uint16_t>(next_slot(channel.back));
}

}  // namespace torusim::fast
