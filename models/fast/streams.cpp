// How routers sleep while streams run through them: the part of Routers that decides when, and makes up for
// it. A router need not wait for the first credits of a stream: they are booked while it sleeps, and an alarm
// wakes it if they stay away.
#include <algorithm>

#include "models/fast/routers.h"

namespace torusim::fast {
namespace {

void update_any_stream(RouterView router) {
  std::uint64_t on = 0;
  for (int w = 0; w < router.words(); ++w) {
    const ChannelSets& sets = router.sets()[w];
    on |= sets.flits_in | sets.credits_in | sets.flits_out | sets.credits_out;
  }
  router.head().any_stream = on != 0;
}

}  // namespace

/// Streams that begin or have ended.
void Routers::switch_streams(RouterView router, Inbox* inbox) {
  for (int w = 0; w < router.words(); ++w) {
    router.sets()[w].flits_in ^= inbox[w].flit_streams;
    router.sets()[w].credits_in ^= inbox[w].credit_streams;
    inbox[w].flit_streams = inbox[w].credit_streams = 0;
  }
  update_any_stream(router);
}

/// A flit leaves of a worm that may stream, or where streams are on. True if it is a head whose successors
/// arrive.
bool Routers::pass_stream(const Step& step, NodeId node, RouterView router, int in, int vc, Part part) {
  const VirtualChannel& channel = router.channel(in, vc);
  const int out = channel.out;
  const Place input = router.place(in, vc);
  const Place output = router.place(out, channel.out_vc);
  StreamOut& flits = router.streams(out).flits;
  StreamOut& credits = router.streams(in).credits;
  put(flits, step.now, channel.out_vc, part, [&](Span span) {
    put_flit(step, node, router, out, span == Span::kEnds ? flits.vc : channel.out_vc, span,
             [&] { return flit_of(router, in, vc); });
  });
  put(credits, step.now, vc, part,
      [&](Span span) { put_credit(step, node, router, in, span == Span::kEnds ? credits.vc : vc, span); });
  ChannelSets& input_sets = router.sets()[input.word];
  ChannelSets& output_sets = router.sets()[output.word];
  output_sets.flits_out &= ~router.all_vcs(out);
  if (flits.on) output_sets.flits_out |= output.mask();
  input_sets.credits_out &= ~router.all_vcs(in);
  if (credits.on) input_sets.credits_out |= input.mask();
  router.head().any_stream = true;  // or was; sleep_through_streams() sees to that

  // Its successors arrive if a stream does on its VC, and no other worm is behind it.
  const bool only_worm = next_slot(channel.front) == channel.back;
  const bool arrives = (input_sets.flits_in & input.mask()) != 0 && only_worm;
  if (!flits.on || !credits.on || !arrives) return false;
  input_sets.passed_in |= input.mask();
  output_sets.passed_out |= output.mask();
  return part.first;
}

/// Streams that were on and had no item in this cycle.
void Routers::end_broken_streams(const Step& step, NodeId node, RouterView router) {
  for (int w = 0; w < router.words(); ++w) {
    ChannelSets& sets = router.sets()[w];
    for (const int i : bits(sets.flits_out)) {
      const int out = router.port_at({w, i});
      StreamOut& wire = router.streams(out).flits;
      if (wire.last == step.now) continue;
      wire.on = false;
      sets.flits_out &= ~bit64(i);
      put_flit(step, node, router, out, wire.vc, Span::kEnds, [] { return Flit{}; });
    }
    for (const int i : bits(sets.credits_out)) {
      const int in = router.port_at({w, i});
      StreamOut& wire = router.streams(in).credits;
      if (wire.last == step.now) continue;
      wire.on = false;
      sets.credits_out &= ~bit64(i);
      put_credit(step, node, router, in, wire.vc, Span::kEnds);
    }
  }
  update_any_stream(router);
}

/// Falls asleep if the next cycle, and all after it, will bring the next flits of the streams that arrive and
/// nothing else. Those move if all of them moved in this cycle and credits come as fast as they leave, or at
/// least last a while. Nothing else does if only they moved, heads not among them (`same_again`): turns,
/// owners and the other buffers stay as they are. Otherwise it must be seen that nothing else is ready.
bool Routers::sleep_through_streams(Cycle now, NodeId node, RouterView router, bool same_again) {
  ChannelSets* const sets = router.sets();
  std::uint64_t usable_now[RouterView::kWords];
  bool sleeps = true, others_wait = false, other_credits = false;
  Cycle runs_out = INT64_MAX;
  for (int w = 0; w < router.words(); ++w) {
    ChannelSets& s = sets[w];
    sleeps &= s.flits_in == s.passed_in && s.credits_out == s.passed_in && s.flits_out == s.passed_out;
    others_wait |= (s.occupied & ~s.passed_in) != 0;
    other_credits |= (s.credits_in & ~s.passed_out) != 0;
    usable_now[w] = usable(router, w, s.below_reserve);
    for (const int i : bits(s.passed_out & ~s.credits_in)) {
      const int left =
          hardware_.reserve - router.channel(router.port_at({w, i}), router.vc_at({w, i})).in_flight;
      sleeps &= left > 0;
      runs_out = std::min<Cycle>(runs_out, now + 1 + left);
    }
  }
  sleeps &= !others_wait || !other_credits;
  if (!same_again && others_wait && sleeps) {
    for (int w = 0; w < router.words(); ++w) {
      for (const int i : bits(sets[w].occupied & ~sets[w].passed_in)) {
        sleeps &= !ready(router, usable_now, Place{w, i});
      }
    }
  }
  for (int w = 0; w < router.words(); ++w) sets[w].passed_in = sets[w].passed_out = 0;
  if (!sleeps) return false;
  for (int w = 0; w < router.words(); ++w) {
    for (const int i : bits(sets[w].flits_out | sets[w].credits_in)) {
      router.streams(router.port_at({w, i})).accounted = now;
    }
  }
  if (runs_out != INT64_MAX) alarms_.add(runs_out, {node, now});
  RouterHead& head = router.head();
  head.others_wait = others_wait;
  head.streaming = true;
  head.asleep_since = now;
  if (moves_ != nullptr) sleepers_.push_back({node, now});
  return true;
}

void Routers::ring_alarms(Cycle now) {
  for (const Sleep& sleep : alarms_.take(now)) {
    if (!lasts(sleep)) continue;
    const RouterView router = state_.router(sleep.node);
    RouterHead& head = router.head();
    for (int w = 0; w < router.words(); ++w) {
      head.alarmed |= (router.sets()[w].flits_out & ~router.sets()[w].credits_in) != 0;
    }
    if (head.alarmed) due_.day(now).add(sleep.node);
  }
}

void Routers::report_sleepers(Cycle cycle) {
  std::erase_if(sleepers_, [&](const Sleep& sleep) { return !lasts(sleep); });
  for (const Sleep& sleep : sleepers_) {
    if (sleep.since == cycle) continue;  // it was awake
    const RouterView router = state_.router(sleep.node);
    const auto later = static_cast<std::uint32_t>(cycle - sleep.since);
    for (int w = 0; w < router.words(); ++w) {
      for (const int i : bits(router.sets()[w].flits_in)) {
        const int in = router.port_at({w, i}), vc = router.vc_at({w, i});
        report(sleep.node, router, in, vc, flit_of(router, in, vc).index + later);
      }
    }
  }
}

/// Something has come for a router that sleeps. False: it is no reason to wake.
bool Routers::wake(Cycle now, RouterView router, Inbox* inbox) {
  RouterHead& head = router.head();
  if (!head.alarmed && book_credits_asleep(now, router, inbox)) return false;
  head.alarmed = false;
  make_up(now, router);
  return true;
}

/// True if all that has come is credits for which nothing in the router waits; then they have been booked.
bool Routers::book_credits_asleep(Cycle now, RouterView router, Inbox* inbox) {
  if (router.head().others_wait) return false;
  for (int w = 0; w < router.words(); ++w) {
    const ChannelSets& sets = router.sets()[w];
    if ((inbox[w].flits | inbox[w].flit_streams) != 0) return false;
    if ((inbox[w].credit_streams & sets.credits_in & sets.flits_out) != 0) return false;
  }
  for (int w = 0; w < router.words(); ++w) {
    for (const int i : bits(inbox[w].credits | inbox[w].credit_streams)) {
      account(router, router.port_at({w, i}), now - 1);
    }
    for (const int i : bits(inbox[w].credits)) count_credit(router, Place{w, i});
    inbox[w].credits = 0;
  }
  switch_streams(router, inbox);
  return true;
}

/// The cycles from falling asleep to before `now` were all alike: every streaming buffer passed one flit in
/// each.
void Routers::make_up(Cycle now, RouterView router) {
  RouterHead& head = router.head();
  const auto missed = static_cast<std::uint32_t>(now - head.asleep_since - 1);
  for (int w = 0; w < router.words(); ++w) {
    const ChannelSets& sets = router.sets()[w];
    for (const int i : bits(sets.flits_in)) {
      router.channel(router.port_at({w, i}), router.vc_at({w, i})).left -= missed;
      router.streams(router.port_at({w, i})).credits.last = now - 1;
    }
    for (const int i : bits(sets.flits_out)) {
      router.streams(router.port_at({w, i})).flits.last = now - 1;
      last_move_ = std::max(last_move_, now - 1);
    }
    for (const int i : bits(sets.flits_out | sets.credits_in))
      account(router, router.port_at({w, i}), now - 1);
  }
  head.streaming = false;
}

/// Books what a sleeping router's streams brought up to a cycle: flits that it sent by `out`, credits that it
/// got there.
void Routers::account(RouterView router, int out, Cycle until) {
  Cycle& accounted = router.streams(out).accounted;
  const Place place = router.place(out, 0);
  const ChannelSets& sets = router.sets()[place.word];
  const std::uint64_t here = router.all_vcs(out);
  for (Cycle cycle = accounted; cycle < until; ++cycle) {
    for (const int i : bits(sets.flits_out & ~sets.credits_in & here))
      count_sent(router, Place{place.word, i});
    for (const int i : bits(sets.credits_in & ~sets.flits_out & here))
      count_credit(router, Place{place.word, i});
    if (((sets.flits_out ^ sets.credits_in) & here) == 0) break;
  }
  accounted = until;
}

}  // namespace torusim::fast
