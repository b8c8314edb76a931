#include "models/fast/streams.h"

namespace torusim::fast {
namespace {

template <typename View>
void update_any_stream(const View& router) {
  std::uint64_t on = 0;
  for (int w = 0; w < router.words(); ++w) on |= router.streams(w).in | router.streams(w).out;
  router.head().set(RouterHead::kAnyStream, on != 0);
}

}  // namespace

template <typename View>
Streams<View>::Streams(const Hardware& hardware, const NetworkState& state, Slab& slab, const Pools& pools,
                       const Sender<View>& sender, const RouterCounts<View>& counts, const MoveLog& moves)
    : state_(state),
      slab_(slab),
      pools_(pools),
      sender_(sender),
      counts_(counts),
      watched_(moves.watched()),
      vcs_(hardware.vcs()),
      alarms_(hardware.reserve + 1) {}

/// Updates the incoming streams by those that begin or have ended.
template <typename View>
void Streams<View>::switch_on_and_off(const View& router, Inbox* inbox) {
  for (int w = 0; w < router.words(); ++w) {
    router.streams(w).in ^= inbox[w].streams;
    inbox[w].streams = 0;
  }
  update_any_stream(router);
}

template <typename View>
bool Streams<View>::pass(const Tick<View>& tick, const View& router, VcIndex input, Part part) {
  part.streams &= !ended_;
  if (part.first) surplus_ = std::max<Cycle>(0, surplus_ - kCyclesOfAHead);
  const VirtualChannel& channel = router.channel(input);
  const int in = router.port_at(input), vc = router.vc_at(input), out = router.out_port(channel);
  const VcIndex output = router.output_of(channel);
  StreamOut& flits = router.cold_port(out).flits;
  StreamOut& credits = router.cold_port(in).credits;
  const VcIndex flits_before = router.output(out, flits.vc), credits_before = router.input(in, credits.vc);
  router.streams(flits_before.word).out &= ~flits_before.mask();
  router.streams(credits_before.word).out &= ~credits_before.mask();
  put(flits, tick.now, router.vc_at(output), part, [&](WireEvent event) {
    if (event == WireEvent::kEnds) {
      sender_.end_flits(tick, router, out, flits.vc);
    } else {
      sender_.flit(tick, router, channel, event);
    }
  });
  put(credits, tick.now, vc, part, [&](WireEvent event) {
    sender_.credit(tick, router, event == WireEvent::kEnds ? credits_before : input, event);
  });
  StreamSets& input_sets = router.streams(input.word);
  StreamSets& output_sets = router.streams(output.word);
  if (flits.on) output_sets.out |= output.mask();
  if (credits.on) input_sets.out |= input.mask();
  router.head().set(RouterHead::kAnyStream, true);  // even if they all ended; end_broken() updates it

  // The flit's successors arrive if a stream arrives on its VC, and no other worm is behind it.
  if (!flits.on || !credits.on || (input_sets.in & input.mask()) == 0) return false;
  if (!state_.only_worm(router.cold(channel))) return false;
  input_sets.passed |= input.mask();
  output_sets.passed |= output.mask();
  return part.first;
}

/// Ends streams that were on and had no item in this cycle.
template <typename View>
void Streams<View>::end_broken(const Tick<View>& tick, const View& router, const Work<View>& work) {
  for (int w = 0; w < router.words(); ++w) {
    StreamSets& sets = router.streams(w);
    for (const int i : bits(sets.out & ~work.gone[w])) {
      const VcIndex vc{w, i};
      const int port = router.port_at(vc);
      sets.out &= ~vc.mask();
      if (i >= Layout::kOutputs) {
        router.cold_port(port).flits.on = false;
        sender_.end_flits(tick, router, port, router.vc_at(vc));
      } else {
        router.cold_port(port).credits.on = false;
        sender_.credit(tick, router, vc, WireEvent::kEnds);
      }
    }
  }
  update_any_stream(router);
}

template <typename View>
bool Streams<View>::commit(const Tick<View>& tick, const View& router, const Work<View>& work,
                           bool heads_pass, bool again) {
  bool same_again = !heads_pass;
  for (int w = 0; w < router.words(); ++w) {
    same_again &= ((work.gone[w] ^ router.streams(w).passed) & Layout::kInputs) == 0;
  }
  end_broken(tick, router, work);
  const bool awake = again || router.head().has(RouterHead::kAnyStream);
  if (!awake || (!ended_ && sleep_through(tick.now, router, same_again))) return false;
  ++surplus_;
  return true;
}

/// Puts the router to sleep if in all later cycles the next flits of the arriving streams move, and nothing
/// else. Streams move if all of them moved in this cycle, and credits come as fast as flits leave, or last a
/// while. `same_again`: only streams moved in this cycle, and no head. Then nothing else moves later, because
/// turns, owners and other buffers do not change. Otherwise others_ready() decides.
template <typename View>
bool Streams<View>::sleep_through(Cycle now, const View& router, bool same_again) {
  bool sleeps = true, others_wait = false, other_credits = false;
  Cycle runs_out = INT64_MAX;
  for (int w = 0; w < router.words(); ++w) {
    const StreamSets& streams = router.streams(w);
    constexpr std::uint64_t inputs = Layout::kInputs;
    sleeps &= streams.out == streams.passed && ((streams.in ^ streams.passed) & inputs) == 0;
    others_wait |= (router.sets(w).available & inputs & ~streams.passed) != 0;
    other_credits |= (streams.in & ~inputs & ~streams.passed) != 0;
    for (const int i : bits(streams.passed & ~inputs & ~streams.in)) {
      // Credits for the VC's own slots only: other VCs may take the slots of the pool.
      const int left = counter_value(router.digits(w), router.digit_count(), i) - state_.layout().used_up;
      sleeps &= left > 0;
      runs_out = std::min<Cycle>(runs_out, now + 1 + left);
    }
  }
  sleeps &= !others_wait || !other_credits;
  // With counts of stalls the router stays awake until nothing else moves in a cycle: later causes are then
  // the same.
  if (sleeps && others_wait && !same_again) sleeps = !counts_.on() && !others_ready(router);
  for (int w = 0; w < router.words(); ++w) router.streams(w).passed = 0;
  if (!sleeps) return false;
  for (int w = 0; w < router.words(); ++w) {
    const StreamSets& streams = router.streams(w);
    for (const int i : bits((streams.out ^ streams.in) & ~Layout::kInputs)) {
      router.cold_port(router.port_at({w, i})).accounted = now;
    }
  }
  if (runs_out != INT64_MAX) alarms_.add(runs_out, {router.node(), now});
  router.head().set(RouterHead::kStreaming, true);
  router.sleep() = {others_wait, false, now};
  if (watched_) sleepers_.push_back({router.node(), now});
  if (sender_.shows()) {
    for (int w = 0; w < router.words(); ++w) sender_.run(router, w, router.streams(w).out & ~Layout::kInputs);
  }
  return true;
}

/// Whether a flit outside the streams in transit may be ready in the next cycle, or is a head that still
/// awaits RC. A flit that would lose SA counts too, because it changes which flit of its port waits.
template <typename View>
bool Streams<View>::others_ready(const View& router) const {
  for (int w = 0; w < router.words(); ++w) {
    const VcSets& sets = router.sets(w);
    const std::uint64_t others = sets.available & Layout::kInputs & ~router.streams(w).passed;
    if ((others & ~sets.routed) != 0) return true;
    for (const int i : bits(others)) {
      const VirtualChannel& channel = router.channel(VcIndex{w, i});
      const VcIndex output = router.output_of(channel);
      const VcSets& there = router.sets(output.word);
      const bool may_go = ((sets.allocated >> i) & 1) != 0 || ((there.allocated >> output.bit) & 1) == 0;
      if (!may_go) continue;
      if (((there.available >> output.bit) & 1) != 0) return true;
      if (pools_.opens_in_every_cycle(RouterView(state_, router.node()), router.out_port(channel)))
        return true;
    }
  }
  return false;
}

template <typename View>
void Streams<View>::ring_alarms(Cycle now) {
  for (const Sleep& sleep : alarms_.take(now)) {
    if (!lasts(sleep)) continue;
    const View router(state_, sleep.node);
    bool& alarmed = router.sleep().alarmed;
    const Inbox* const inbox = slab_.inboxes.day(now).at(router.inbox_word(sleep.node, 0));
    for (int w = 0; w < router.words(); ++w) {
      const StreamSets& streams = router.streams(w);
      const std::uint64_t credited = streams.in ^ inbox[w].streams;  // from this cycle on
      alarmed |= (streams.out & ~credited & ~Layout::kInputs) != 0;
    }
    if (alarmed) slab_.due.day(now).add(sleep.node);
  }
}

template <typename View>
void Streams<View>::report_sleepers(Cycle cycle) {
  std::erase_if(sleepers_, [&](const Sleep& sleep) { return !lasts(sleep); });
  for (const Sleep& sleep : sleepers_) {
    if (sleep.since == cycle) continue;  // the router was awake
    const View router(state_, sleep.node);
    const auto later = static_cast<std::uint32_t>(cycle - sleep.since);
    for (int w = 0; w < router.words(); ++w) {
      for (const int i : bits(router.streams(w).in & Layout::kInputs)) {
        sender_.report(router, router.channel(VcIndex{w, i}), later);
      }
    }
  }
}

template <typename View>
bool Streams<View>::wake(Cycle now, const View& router, Inbox* inbox) {
  if (router.head().has(RouterHead::kForeign)) return false;
  if (router.head().has(RouterHead::kStreaming)) {
    if (!router.sleep().alarmed && book_credits_asleep(now, router, inbox)) return false;
    make_up(now, router);
  }
  switch_on_and_off(router, inbox);
  return true;
}

/// True if only credits have come, and nothing in the router waits for them. It has then counted them.
template <typename View>
bool Streams<View>::book_credits_asleep(Cycle now, const View& router, Inbox* inbox) {
  if (router.sleep().others_wait) return false;
  for (int w = 0; w < router.words(); ++w) {
    const StreamSets& streams = router.streams(w);
    if (((inbox[w].items | inbox[w].streams) & Layout::kInputs) != 0) return false;
    if ((inbox[w].streams & streams.in & streams.out) != 0) return false;
  }
  for (int w = 0; w < router.words(); ++w) {
    for (const int i : bits(inbox[w].items | inbox[w].streams)) {
      account(router, router.port_at({w, i}), now - 1);
    }
    if (inbox[w].items != 0) pools_.count_outputs(router, w, inbox[w].items, 0);
    inbox[w].items = 0;
  }
  switch_on_and_off(router, inbox);
  return true;
}

/// Accounts for the cycles of the sleep before `now`: every streaming buffer passed one flit in each.
template <typename View>
void Streams<View>::make_up(Cycle now, const View& router) {
  const auto missed = static_cast<std::uint32_t>(now - router.sleep().asleep_since - 1);
  for (int w = 0; w < router.words(); ++w) {
    const StreamSets& streams = router.streams(w);
    constexpr std::uint64_t inputs = Layout::kInputs;
    if (sender_.shows()) sender_.stops_soon(router, w, streams.out & ~inputs);
    for (const int i : bits(streams.in & inputs)) router.channel(VcIndex{w, i}).left -= missed;
    if ((streams.out & ~inputs) != 0) last_move_ = std::max(last_move_, now - 1);
    for (const int i : bits((streams.out ^ streams.in) & ~inputs)) {
      account(router, router.port_at({w, i}), now - 1);
    }
    if (sender_.shows()) sender_.stop(now, router, w, streams.out & ~inputs);
  }
  router.head().set(RouterHead::kStreaming, false);
}

template <typename View>
void Streams<View>::end(Cycle now) {
  ended_ = true;
  for (NodeId node = slab_.first; node != slab_.end(); ++node) {
    const View router(state_, node);
    if (!router.head().has(RouterHead::kStreaming)) continue;
    make_up(now, router);
    router.sleep().asleep_since = -1;  // its alarm is dropped
    slab_.due.day(now).add(node);
  }
}

/// Counts the items of a sleeping router's streams up to cycle `until`: flits sent by `out`, and credits for
/// it.
template <typename View>
void Streams<View>::account(const View& router, int out, Cycle until) {
  Cycle& accounted = router.cold_port(out).accounted;
  for (int w = router.output(out, 0).word; w <= router.output(out, vcs_ - 1).word; ++w) {
    const StreamSets& streams = router.streams(w);
    const std::uint64_t here = router.outputs(out, w);
    const std::uint64_t credited = streams.in & ~streams.out & here, sent = streams.out & ~streams.in & here;
    if ((credited | sent) == 0) continue;
    for (Cycle cycle = accounted; cycle < until; ++cycle) pools_.count_outputs(router, w, credited, sent);
  }
  accounted = until;
}

template class Streams<PackedView<1>>;
template class Streams<PackedView<2>>;
template class Streams<PackedView<2, true>>;
template class Streams<PackedView<4>>;
template class Streams<RouterView>;

}  // namespace torusim::fast
