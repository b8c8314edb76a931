// How routers sleep while streams run through them: the part of Routers that decides when, and makes up for
// it. A router need not wait for the first credits of a stream: they are booked while it sleeps, and an alarm
// wakes it if they stay away.
#include <algorithm>

#include "models/fast/routers.h"

namespace torusim::fast {
namespace {

template <typename View>
void update_any_stream(const View& router) {
  std::uint64_t on = 0;
  for (int w = 0; w < router.words(); ++w) on |= router.streams(w).in | router.streams(w).out;
  router.head().set(RouterHead::kAnyStream, on != 0);
}

}  // namespace

/// Streams that begin or have ended.
template <typename View>
void Routers::switch_streams(const View& router, Inbox* inbox) {
  for (int w = 0; w < router.words(); ++w) {
    router.streams(w).in ^= inbox[w].streams;
    inbox[w].streams = 0;
  }
  update_any_stream(router);
}

/// A stream of flits ends that `out` has sent on `vc`, without a flit in this cycle.
template <typename View>
void Routers::end_flits(const Step& step, const View& router, int out, int vc) {
  const VirtualChannel& far = router.first(out);
  const Place there = router.input(far.peer_port, vc);
  if (out < network_ports_) return put(step, router, {far.peer, there.word, there.bit}, Span::kEnds);
  eject(step.now, router.node(), {}, out, vc, Span::kEnds);
}

/// A flit leaves of a worm that may stream, or where streams are on. True if it is a head whose successors
/// arrive.
template <typename View>
bool Routers::pass_stream(const Step& step, const View& router, Place input, Part part) {
  const VirtualChannel& channel = router.channel(input);
  const int in = router.port_at(input), vc = router.vc_at(input), out = channel.out;
  const Place output = router.output_of(channel);
  StreamOut& flits = router.port(out).flits;
  StreamOut& credits = router.port(in).credits;
  const Place flits_before = router.output(out, flits.vc), credits_before = router.input(in, credits.vc);
  router.streams(flits_before.word).out &= ~flits_before.mask();
  router.streams(credits_before.word).out &= ~credits_before.mask();
  torusim::fast::put(flits, step.now, router.vc_at(output), part, [&](Span span) {
    span == Span::kEnds ? end_flits(step, router, out, flits.vc) : put_flit(step, router, channel, span);
  });
  torusim::fast::put(credits, step.now, vc, part, [&](Span span) {
    put_credit(step, router, span == Span::kEnds ? credits_before : input, span);
  });
  StreamSets& input_sets = router.streams(input.word);
  StreamSets& output_sets = router.streams(output.word);
  if (flits.on) output_sets.out |= output.mask();
  if (credits.on) input_sets.out |= input.mask();
  router.head().set(RouterHead::kAnyStream, true);  // or was; sleep_through_streams() sees to that

  // Its successors arrive if a stream does on its VC, and no other worm is behind it.
  const bool only_worm = next_slot(channel.front) == channel.back;
  const bool arrives = (input_sets.in & input.mask()) != 0 && only_worm;
  if (!flits.on || !credits.on || !arrives) return false;
  input_sets.passed |= input.mask();
  output_sets.passed |= output.mask();
  return part.first;
}

/// Streams that were on and had no item in this cycle.
template <typename View>
void Routers::end_broken_streams(const Step& step, const View& router, const Work<View>& work) {
  for (int w = 0; w < router.words(); ++w) {
    StreamSets& sets = router.streams(w);
    for (const int i : bits(sets.out & ~work.gone[w])) {
      const Place end{w, i};
      const int port = router.port_at(end);
      sets.out &= ~end.mask();
      if (i >= Layout::kOutputs) {
        router.port(port).flits.on = false;
        end_flits(step, router, port, router.vc_at(end));
      } else {
        router.port(port).credits.on = false;
        put_credit(step, router, end, Span::kEnds);
      }
    }
  }
  update_any_stream(router);
}

/// The end of a cycle in which streams were on. True: the router is to be looked at in the next cycle, which
/// `again` says of one without streams.
template <typename View>
bool Routers::settle_streams(const Step& step, const View& router, const Work<View>& work, bool heads_pass,
                             bool again) {
  bool same_again = !heads_pass;
  for (int w = 0; w < router.words(); ++w) {
    same_again &= ((work.gone[w] ^ router.streams(w).passed) & Layout::kInputs) == 0;
  }
  end_broken_streams(step, router, work);
  const bool awake = again || router.head().has(RouterHead::kAnyStream);
  return awake && !sleep_through_streams(step.now, router, same_again);
}

/// Falls asleep if the next cycle, and all after it, will bring the next flits of the streams that arrive and
/// nothing else. Those move if all of them moved in this cycle and credits come as fast as they leave, or at
/// least last a while. Nothing else does if only they moved, heads not among them (`same_again`): turns,
/// owners and the other buffers stay as they are. Otherwise it must be seen that nothing else is ready.
template <typename View>
bool Routers::sleep_through_streams(Cycle now, const View& router, bool same_again) {
  bool sleeps = true, others_wait = false, other_credits = false;
  Cycle runs_out = INT64_MAX;
  for (int w = 0; w < router.words(); ++w) {
    const StreamSets& streams = router.streams(w);
    constexpr std::uint64_t inputs = Layout::kInputs;
    sleeps &= streams.out == streams.passed && ((streams.in ^ streams.passed) & inputs) == 0;
    others_wait |= (router.sets(w).stocked & inputs & ~streams.passed) != 0;
    other_credits |= (streams.in & ~inputs & ~streams.passed) != 0;
    for (const int i : bits(streams.passed & ~inputs & ~streams.in)) {
      // Of the slots that the VC owns; those of the pool may go to others.
      const int left = counter_value(router.digits(w), router.digit_count(), i) - state_.layout().used_up;
      sleeps &= left > 0;
      runs_out = std::min<Cycle>(runs_out, now + 1 + left);
    }
  }
  sleeps &= !others_wait || !other_credits;
  if (sleeps && others_wait && !same_again) sleeps = !others_ready(router);
  for (int w = 0; w < router.words(); ++w) router.streams(w).passed = 0;
  if (!sleeps) return false;
  for (int w = 0; w < router.words(); ++w) {
    const StreamSets& streams = router.streams(w);
    for (const int i : bits((streams.out ^ streams.in) & ~Layout::kInputs)) {
      router.port(router.port_at({w, i})).accounted = now;
    }
  }
  if (runs_out != INT64_MAX) alarms_.add(runs_out, {router.node(), now});
  router.head().set(RouterHead::kStreaming, true);
  router.sleep() = {others_wait, false, now};
  if (moves_ != nullptr) sleepers_.push_back({router.node(), now});
  return true;
}

/// A flit other than those of the streams that are passed on may move in the next cycle, or it is a head that
/// is still to be read.
template <typename View>
bool Routers::others_ready(const View& router) const {
  for (int w = 0; w < router.words(); ++w) {
    const EndSets& sets = router.sets(w);
    const std::uint64_t others = sets.stocked & Layout::kInputs & ~router.streams(w).passed;
    if ((others & ~sets.routed) != 0) return true;
    for (const int i : bits(others)) {
      const Place output = router.output_of(router.channel(Place{w, i}));
      const EndSets& there = router.sets(output.word);
      const std::uint64_t owned = ((sets.engaged >> i) & 1) != 0 ? ~std::uint64_t{0} : ~there.engaged;
      if (((owned & there.stocked) >> output.bit & 1) != 0) return true;
    }
  }
  return false;
}

void Routers::ring_alarms(Cycle now) {
  for (const Sleep& sleep : alarms_.take(now)) {
    if (!lasts(sleep)) continue;
    const RouterView router(state_, sleep.node);
    bool& alarmed = router.sleep().alarmed;
    const Inbox* const inbox = state_.inbox(now, sleep.node);
    for (int w = 0; w < router.words(); ++w) {
      const StreamSets& streams = router.streams(w);
      const std::uint64_t credited = streams.in ^ inbox[w].streams;  // from this cycle on
      alarmed |= (streams.out & ~credited & ~Layout::kInputs) != 0;
    }
    if (alarmed) due_.day(now).add(sleep.node);
  }
}

void Routers::report_sleepers(Cycle cycle) {
  std::erase_if(sleepers_, [&](const Sleep& sleep) { return !lasts(sleep); });
  for (const Sleep& sleep : sleepers_) {
    if (sleep.since == cycle) continue;  // it was awake
    const RouterView router(state_, sleep.node);
    const auto later = static_cast<std::uint32_t>(cycle - sleep.since);
    for (int w = 0; w < router.words(); ++w) {
      for (const int i : bits(router.streams(w).in & Layout::kInputs)) {
        report(router, router.channel(Place{w, i}), later);
      }
    }
  }
}

/// Something has come, and streams begin or end with it or are on. False: the router need not be evaluated.
template <typename View>
bool Routers::wake(Cycle now, const View& router, Inbox* inbox) {
  if (router.head().has(RouterHead::kForeign)) return false;
  if (router.head().has(RouterHead::kStreaming)) {
    if (!router.sleep().alarmed && book_credits_asleep(now, router, inbox)) return false;
    make_up(now, router);
  }
  switch_streams(router, inbox);
  return true;
}

/// True if all that has come is credits for which nothing in the router waits; then they have been booked.
template <typename View>
bool Routers::book_credits_asleep(Cycle now, const View& router, Inbox* inbox) {
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
    if (inbox[w].items != 0) count_outputs(router, w, inbox[w].items, 0);
    inbox[w].items = 0;
  }
  switch_streams(router, inbox);
  return true;
}

/// The cycles from falling asleep to before `now` were all alike: every streaming buffer passed one flit in
/// each.
template <typename View>
void Routers::make_up(Cycle now, const View& router) {
  const auto missed = static_cast<std::uint32_t>(now - router.sleep().asleep_since - 1);
  for (int w = 0; w < router.words(); ++w) {
    const StreamSets& streams = router.streams(w);
    constexpr std::uint64_t inputs = Layout::kInputs;
    for (const int i : bits(streams.in & inputs)) router.channel(Place{w, i}).left -= missed;
    if ((streams.out & ~inputs) != 0) last_move_ = std::max(last_move_, now - 1);
    for (const int i : bits((streams.out ^ streams.in) & ~inputs)) {
      account(router, router.port_at({w, i}), now - 1);
    }
  }
  router.head().set(RouterHead::kStreaming, false);
}

/// Books what a sleeping router's streams brought up to a cycle: flits that it sent by `out`, credits that it
/// got there.
template <typename View>
void Routers::account(const View& router, int out, Cycle until) {
  Cycle& accounted = router.port(out).accounted;
  for (int w = router.output(out, 0).word; w <= router.output(out, hardware_.vcs() - 1).word; ++w) {
    const StreamSets& streams = router.streams(w);
    const std::uint64_t here = router.outputs(out, w);
    const std::uint64_t credited = streams.in & ~streams.out & here, sent = streams.out & ~streams.in & here;
    if ((credited | sent) == 0) continue;
    for (Cycle cycle = accounted; cycle < until; ++cycle) count_outputs(router, w, credited, sent);
  }
  accounted = until;
}

template bool Routers::wake(Cycle, const PackedView<1>&, Inbox*);
template bool Routers::pass_stream(const Step&, const PackedView<1>&, Place, Part);
template bool Routers::settle_streams(const Step&, const PackedView<1>&, const Work<PackedView<1>>&, bool,
                                      bool);
template bool Routers::wake(Cycle, const PackedView<2, true>&, Inbox*);
template bool Routers::pass_stream(const Step&, const PackedView<2, true>&, Place, Part);
template bool Routers::settle_streams(const Step&, const PackedView<2, true>&,
                                      const Work<PackedView<2, true>>&, bool, bool);
template bool Routers::wake(Cycle, const PackedView<2>&, Inbox*);
template bool Routers::pass_stream(const Step&, const PackedView<2>&, Place, Part);
template bool Routers::settle_streams(const Step&, const PackedView<2>&, const Work<PackedView<2>>&, bool,
                                      bool);
template bool Routers::wake(Cycle, const PackedView<4>&, Inbox*);
template bool Routers::pass_stream(const Step&, const PackedView<4>&, Place, Part);
template bool Routers::settle_streams(const Step&, const PackedView<4>&, const Work<PackedView<4>>&, bool,
                                      bool);
template bool Routers::wake(Cycle, const RouterView&, Inbox*);
template bool Routers::pass_stream(const Step&, const RouterView&, Place, Part);
template bool Routers::settle_streams(const Step&, const RouterView&, const Work<RouterView>&, bool, bool);

}  // namespace torusim::fast
