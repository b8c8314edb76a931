// How routers sleep while streams run through them: the part of Routers that decides when, and makes up for
// it.
#include <algorithm>

#include "models/fast/routers.h"

namespace torusim::fast {

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

void Routers::wake(Cycle now, NodeId node, const RouterView& router) {
  RouterHead& head = router.head;
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

}  // namespace torusim::fast
