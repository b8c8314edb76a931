#include "models/fast/engine.h"

#include "models/fast/arbiter.h"

namespace torusim::fast {

std::unique_ptr<SlabEngine> SlabEngine::make(const Hardware& hardware, const NetworkState& state,
                                             RouteTable& routes, const WormTable& worms, Slabs& slabs,
                                             std::size_t slab, MoveLog& moves, PhaseGates* gates) {
  const Layout& layout = state.layout();
  const auto with = [&]<typename View>(View) -> std::unique_ptr<SlabEngine> {
    return std::make_unique<Engine<View>>(hardware, state, routes, worms, slabs, slab, moves, gates);
  };
  if (layout.lean) return with(PackedView<2, true>());
  if (layout.words == 1 && layout.vcs == 1) return with(PackedView<1>());
  if (layout.words == 1 && layout.vcs == 2) return with(PackedView<2>());
  if (layout.words == 1 && layout.vcs == 4) return with(PackedView<4>());
  return with(RouterView());
}

template <typename View>
void Engine<View>::evaluate(Cycle now) {
  if (!slabs_.alone()) take_post(now);
  if (slab_.transit != nullptr) [[unlikely]]
    take_from_links(now);
  streams_.ring_alarms(now);
  const Tick<View> tick{
      now, slab_.inboxes.day(now), slab_.due.day(now + 1), {state_, slab_, arrival_of(now)}};
  slab_.due.visit(now, [&](std::span<const NodeId> routers) {
    while (!routers.empty()) {
      routers = receive(tick, batch_, routers);
      if (batch_.full()) evaluate(tick, batch_);
    }
  });
  if (batch_.size > 0) evaluate(tick, batch_);
}

/// Takes the post of other slabs, and empties the posts to them for this cycle.
template <typename View>
void Engine<View>::take_post(Cycle now) {
  const Cycle sent = now - slabs_.post_delay();
  const Delivery<View> arrivals(state_, slab_, arrival_of(sent));
  fast::take_post(slabs_, number_, now, sent, state_, routes_, arrivals);
  slab_.begin_post(now);
}

/// Takes the flits and credits that arrive on uneven links.
template <typename View>
[[gnu::noinline]] void Engine<View>::take_from_links(Cycle now) {
  const Delivery<View> arrivals(state_, slab_, slab_.transit->arriving(now));
  slab_.transit->arrive(now, [&](const LinkItem& item) { arrivals.send(item.to, item.place(), item.event); });
}

/// One cycle of the routers of a batch: RC, SA, ST, commit.
template <typename View>
void Engine<View>::evaluate(const Tick<View>& tick, Batch<View>& batch) {
  batch.list_fronts();
  if (!View::kLean && choices_.on()) [[unlikely]] {
    choices_.choose(tick.now, batch, counts_);
  } else {
    route(batch);
  }
  arbitrate(tick.now, batch);
  traverse(tick, batch);
  commit(tick, batch);
  tell_interfaces(tick, batch);
  batch.clear();
}

/// Adds routers to the batch while it has room, and empties their inboxes. Returns the routers that are left.
template <typename View>
std::span<const NodeId> Engine<View>::receive(const Tick<View>& tick, Batch<View>& batch,
                                              std::span<const NodeId> nodes) {
  const std::uint64_t watched = one_by_one_ ? 1 : 0;
  bool any_streams = batch.streams;
  Work<View>* const first = batch.work.data();
  Work<View>* free = first + batch.size;
  const NodeId* node = nodes.data();
  const NodeId* const end = node + nodes.size();
  for (; node != end && free != first + kBatch<View>; ++node) {
    Work<View>& work = *free;
    const NodeId id = *node;
    const View& router = *new (&work.router) View(state_, id);
    Inbox* const inbox = tick.inboxes.at(router.inbox_word(id, 0));
    std::uint64_t long_worms = 0, streams = router.head().flags;
    for (int w = 0; w < router.words(); ++w) {
      long_worms |= router.sets(w).routed & ~Layout::kInputs;
      streams |= inbox[w].streams;
    }
    work.streams = (long_worms | streams | watched) != 0;
    work.recorded = false;
    if (periods_ != nullptr && (long_worms | streams) != 0) {
      const Periods::Due due = periods_->receive(tick.now, id, inbox, long_worms != 0);
      if (due == Periods::Due::kAsleep) continue;
      work.recorded = due == Periods::Due::kRecorded;
      work.streams = one_by_one_;
    } else if (streams != 0) [[unlikely]] {
      if (!streams_.wake(tick.now, router, inbox)) continue;
      for (int w = 0; w < router.words(); ++w) inbox[w].items |= router.streams(w).in;
    }
    any_streams |= work.streams;
    work.clash = false;
    work.busy.clear();
    for (int w = 0; w < router.words(); ++w) {
      work.came[w] = inbox[w].items;
      inbox[w].items = 0;
      if (!View::kLean && pools_.any()) pools_.take_credits(router, w, work.came[w]);
    }
    for (int w = 0; w < router.words(); ++w) {
      const std::uint64_t came = work.came[w];
      const std::uint64_t present = router.sets(w).available | came;
      work.present[w] = present;
      work.gone[w] = 0;
      work.busy.add(w, (came | (present & Layout::kInputs)) != 0);
    }
    ++free;
  }
  batch.size = static_cast<int>(free - first);
  batch.streams = any_streams;
  return {node, end};
}

/// RC for the heads that have come to the front of their buffers.
template <typename View>
void Engine<View>::route(Batch<View>& batch) {
  {
    Filler unrouted(batch.unrouted);
    for (const auto head : batch.heads.all()) {
      const VcIndex input = head.place();
      unrouted.add(head, ((batch.work_of(head).router.sets(input.word).routed >> input.bit) & 1) == 0);
    }
  }
  for (const auto head : batch.unrouted.all()) {
    Work<View>& work = batch.work_of(head);
    const bool streams = route(work.router, head.place()) && periods_ == nullptr;
    work.streams |= streams;
    batch.streams |= streams;
  }
}

/// RC for the head at the front of a buffer. True if its worm is long enough for streams.
template <typename View>
bool Engine<View>::route(const View& router, VcIndex input) {
  VirtualChannel& channel = router.channel(input);
  ColdChannel& cold = router.cold(channel);
  const WormSlot worm = cold.ring()[cold.front];
  cold.worm = worm;
  const int in = router.port_at(input), vc = router.vc_at(input);
  const RouteTable::Leg leg = routes_.next_leg(worm);
  const int out = leg.out, out_vc = next_vc_(in, vc, out, router.dateline(out), leg.lane);
  const VcIndex there = router.input(router.peer_port(out), out_vc), output = router.output(out, out_vc);
  channel.left = routes_.flits(worm);
  channel.next = router.peer(out);
  router.lead(channel, output, there);
  const bool streams = routes_.streams(worm);
  router.sets(input.word).routed |= input.mask() | std::uint64_t{streams} << (input.bit + Layout::kOutputs);
  return streams;
}

/// SA: leaves the winners in `gone` of each router. A flit is ready if its output VC has a credit, and is
/// owned by its worm or, for a head, free. First `gone` takes all ready flits. Where several compete,
/// resolve() does SA-1 and SA-2: each input selects one, and each output grants one.
template <typename View>
void Engine<View>::arbitrate(Cycle now, Batch<View>& batch) {
  const auto put_forward = [](Work<View>& work, VcIndex input, VcIndex output) {
    const std::uint64_t goes = (work.present[output.word] >> output.bit) & 1;
    if (View::kWords == 1) {
      work.gone[0] |= goes << input.bit | goes << output.bit;
    } else {
      work.gone[input.word] |= goes << input.bit;
      work.gone[output.word] |= goes << output.bit;
      work.busy.add(output.word);
    }
  };
  for (const auto front : batch.payload.all()) {
    Work<View>& work = batch.work_of(front);
    const VirtualChannel& channel = work.router.channel(front.place());
    put_forward(work, front.place(), work.router.output_of(channel));
  }
  {
    Filler ready(batch.ready);
    for (const auto head : batch.heads.all()) ready.add(head, head_may_go(batch.work_of(head), head.place()));
  }
  for (const auto head : batch.ready.all()) {
    Work<View>& work = batch.work_of(head);
    const VcIndex output = work.router.output_of(work.router.channel(head.place()));
    // Two heads with the same free output VC compete, although they may be at different inputs.
    work.clash |= ((work.gone[output.word] >> output.bit) & 1) != 0;
    put_forward(work, head.place(), output);
  }
  if (counts_.on()) counts_.note_ready(batch);
  for (Work<View>& work : batch.routers()) {
    if (work.clash || work.router.several(work.gone)) resolve(hardware_, work);
  }
  if (counts_.on()) counts_.count(now, batch);
}

/// Whether the output VC of a head is free, and its gate and the switching mode let it go.
template <typename View>
[[gnu::always_inline]] inline bool Engine<View>::head_may_go(const Work<View>& work, VcIndex input) const {
  const VcIndex output = work.router.output_of(work.router.channel(input));
  const bool owned = ((work.router.sets(output.word).allocated >> output.bit) & 1) != 0;
  return !owned && (View::kLean || !heads_wait_ || may_enter(work, input));
}

template <typename View>
[[gnu::noinline]] bool Engine<View>::may_enter(const Work<View>& work, VcIndex input) const {
  if (gates_.on() && !gates_.admits(work.router, work.router.channel(input))) return false;
  return !whole_worms_.asked() ||
         whole_worms_.may_go(RouterView(state_, work.router.node()), work.came, input);
}

/// The winner of SA leaves its input VC: the turns of SA-1 and SA-2 move past it. True if it is a tail.
template <typename View>
[[gnu::always_inline]] inline bool Engine<View>::leave(const View& router, VcIndex input) const {
  VirtualChannel& channel = router.channel(input);
  router.last_vc_beside(input) = u8(router.vc_at(input));
  router.head().last_input[router.out_port(channel)] = u8(router.port_at(input));
  return --channel.left == 0;
}

/// ST: the flits of all winners go to the next routers, and the credits for their slots to the senders of the
/// flits.
template <typename View>
void Engine<View>::traverse(const Tick<View>& tick, Batch<View>& batch) {
  if (batch.streams) {
    std::uint64_t others = 0;
    for (Work<View>& work : batch.routers()) {
      if (work.streams) {
        traverse_watched(tick, work.router, work);
      } else {
        for (const int w : work.busy.all()) others |= work.gone[w];
      }
    }
    if (others == 0) return;
  }
  if (sender_.shows()) {
    send<true>(tick, batch);
    for (const auto front : batch.beginning.all()) {
      sender_.begin_span(tick.now, batch.work_of(front).router, front.place());
    }
  } else {
    send<false>(tick, batch);
  }
  for (const auto head : batch.ready.all()) {
    const Work<View>& work = batch.work_of(head);
    if (work.wins(head.place())) start(tick.now, work.router, head.place());
  }
  for (const auto tail : batch.tails.all()) finish(tick.now, batch.work_of(tail).router, tail.place());
}

/// Sends the flits and the credits of all winners. `shows`: extends the spans of the flits, or lists spans to
/// begin.
template <typename View>
template <bool shows>
void Engine<View>::send(const Tick<View>& tick, Batch<View>& batch) const {
  const Delivery<View> to_routers = tick.to_routers;
  for (const List* fronts : {&batch.payload, &batch.ready}) {
    Filler tails(batch.tails), beginning(batch.beginning);
    for (const auto front : fronts->all()) {
      const Work<View>& work = batch.work_of(front);
      const VcIndex input = front.place();
      if (!work.wins(input)) [[unlikely]]
        continue;
      const View router = work.router;
      const VirtualChannel& channel = router.channel(input);
      to_routers.send(channel.next, router.flits_to(channel));
      to_routers.send(channel.peer, router.credits_to(channel));
      tails.add(front, leave(router, input));
      if (shows) {
        const bool head = fronts == &batch.ready;
        beginning.add(front, head || !sender_.extend_span(tick.now, router, channel));
      }
    }
  }
}

/// ST flit by flit, for a router with long worms or uneven links, or with an observer of every flit.
template <typename View>
[[gnu::noinline]] void Engine<View>::traverse_watched(const Tick<View>& tick, const View& router,
                                                      Work<View>& work) {
  work.heads_pass = false;
  for (const int w : work.busy.all()) {
    for (const int i : bits(work.gone[w] & Layout::kInputs)) {
      const VcIndex input{w, i};
      const VirtualChannel& channel = router.channel(input);
      const VcSets& sets = router.sets(w);
      const bool first = (sets.allocated & input.mask()) == 0;
      const bool streams = (sets.routed & input.mask() << Layout::kOutputs) != 0;
      const bool last = leave(router, input);
      if (first) start(tick.now, router, input);
      if (watched_) sender_.report(router, channel, 0);
      if (sender_.shows()) sender_.show(tick.now, router, input, first);
      if (periods_ == nullptr && (streams || router.head().has(RouterHead::kAnyStream))) {
        work.heads_pass |= streams_.pass(tick, router, input, {streams, first, last});
      } else {
        sender_.flit(tick, router, channel, WireEvent::kOne);
        sender_.credit(tick, router, input, WireEvent::kOne);
      }
      if (last) finish(tick.now, router, input);
    }
  }
}

/// A head leaves: its worm owns the output VC from now on.
template <typename View>
void Engine<View>::start(Cycle now, const View& router, VcIndex input) {
  const VirtualChannel& channel = router.channel(input);
  if (counts_.on()) counts_.head(now, router, channel);
  const VcIndex output = router.output_of(channel);
  router.sets(input.word).allocated |= input.mask();
  router.sets(output.word).allocated |= output.mask();
  const WormSlot worm = router.cold(channel).worm;
  if (!View::kLean && whole_worms_.counts())
    whole_worms_.enters(router.node(), router.port_at(output), router.vc_at(output), routes_.flits(worm));
  routes_.count_head(worm);
  if (router.port_at(output) >= network_ports_) return;
  routes_.count_hop(worm);
  sender_.send_head(now, state_, router, channel);
}

/// A tail leaves: the output VC is free, the gate may open for the next phase, the next worm comes to the
/// front.
template <typename View>
void Engine<View>::finish(Cycle now, const View& router, VcIndex input) {
  const VirtualChannel& channel = router.channel(input);
  ColdChannel& cold = router.cold(channel);
  const VcIndex output = router.output_of(channel);
  routes_.count_tail(cold.worm);
  router.sets(output.word).allocated &= ~output.mask();
  router.sets(input.word).allocated &= ~input.mask();
  router.sets(input.word).routed &= ~(input.mask() | input.mask() << Layout::kOutputs);
  if (counts_.on()) counts_.tail(now, router, channel);
  if (!View::kLean && gates_.on()) gates_.pass(router, channel);
  state_.next_worm(cold);
}

/// Sends node interfaces the flits that leave by local ports, and credits for the flits that came by them.
template <typename View>
void Engine<View>::tell_interfaces(const Tick<View>& tick, Batch<View>& batch) const {
  for (const auto some : batch.ejecting.all()) {
    const Work<View>& work = batch.work_of(some);
    const View& router = work.router;
    const int w = some.place().word;
    for (const int i : bits(work.gone[w] & router.locals(w) & ~Layout::kInputs)) {
      const VcIndex output{w, i};
      const int in =
          router.head().last_input[router.port_at(output)];  // the input whose flit has just left by it
      const VirtualChannel& channel = router.channel(router.input(in, router.last_vc(in)));
      sender_.eject(tick.now, router, output, channel, WireEvent::kOne);
    }
  }
  for (const auto some : batch.injecting.all()) {
    const Work<View>& work = batch.work_of(some);
    const View& router = work.router;
    const int w = some.place().word;
    for (const int i : bits(work.gone[w] & router.locals(w) & Layout::kInputs)) {
      sender_.credit_injection(tick.now, router.node(), router.port_at({w, i}), router.vc_at({w, i}),
                               WireEvent::kOne);
    }
  }
}

/// Commit: adds arrivals to the counters and subtracts departures, and schedules routers for the next cycle.
template <typename View>
void Engine<View>::commit(const Tick<View>& tick, Batch<View>& batch) {
  Filler ejecting(batch.ejecting), injecting(batch.injecting);
  const WorkList::CycleSlot next = tick.next;
  std::uint64_t moved = 0;
  for (int r = 0; r < batch.size; ++r) {
    const Work<View>& work = batch.work[r];
    const View& router = work.router;
    std::uint64_t moves = 0, left = 0;
    for (const int w : work.busy.all()) {
      const std::uint64_t gone = work.gone[w];
      std::uint64_t& available = router.sets(w).available;
      available = count(router.digits(w), router.digit_count(), work.came[w], gone);
      if (!View::kLean && pools_.any()) {
        // With shared slots the count alone does not decide whether an output may send.
        pools_.take(RouterView(state_, router.node()), w, gone & ~Layout::kInputs);
      }
      moves |= gone & Layout::kInputs;
      left |= available & Layout::kInputs;
      const std::uint64_t local = work.streams ? 0 : gone & router.locals(w);
      ejecting.add(Front<View>(r, {w, 0}), (local & ~Layout::kInputs) != 0);
      injecting.add(Front<View>(r, {w, 0}), (local & Layout::kInputs) != 0);
    }
    moved |= moves;
    // A router in which nothing moved stays as it is until an item arrives.
    bool again = moves != 0 && left != 0;
    if (work.streams && periods_ == nullptr && router.head().has(RouterHead::kAnyStream)) [[unlikely]] {
      again = streams_.commit(tick, router, work, work.heads_pass, again);
    }
    if (work.recorded) again |= periods_->record(tick.now, router.node(), work.gone);
    next.add(router.node(), again);
  }
  if (moved != 0) last_move_ = tick.now;
}

}  // namespace torusim::fast
