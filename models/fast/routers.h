#pragma once
/// All routers at the fast level: docs/router.md on bit masks.
///
/// A router reads only its own state and its inbox of this cycle; what it sends goes to inboxes of later
/// cycles, so the order of evaluation cannot matter. The stages are templates over the view of a router, so
/// that the usual numbers of VCs are constants in them. Two things let it sleep. If nothing moved and no
/// stream runs, nothing will change until a flit or a credit arrives. And if everything that moved belongs to
/// streams that also arrive, the next cycle will be the same again: the router sleeps until something other
/// than these streams arrives, and then makes up for the cycles it has missed (streams.cpp).

#include <optional>
#include <vector>

#include "models/channel.h"
#include "models/fast/bits.h"
#include "models/fast/credit.h"
#include "models/fast/state.h"
#include "models/fast/wires.h"
#include "models/fast/work_list.h"
#include "models/observer.h"

namespace torusim::fast {

class ForeignRouters;

/// A channel of a router: where a head goes on, and the VC that it needs there, or where its worm came from.
struct NextChannel {
  int port = 0;
  int vc = 0;
};

class Routers {
 public:
  /// `moves`: where to report flits that enter channels, or null.
  Routers(const Hardware& hardware, WormTable& worms, LocalWires& wires, std::vector<FlitMove>* moves);

  /// The worm's head is about to be sent: its route starts anew. `streams`: it is long enough for streams.
  void begin_route(WormSlot slot, bool streams);

  // What comes to a router's ports, from its neighbours or from its node interface.
  /// A head is on its way to a buffer; the worm's later flits say no more than that they come.
  void send_head(NodeId node, int port, int vc, WormSlot worm);
  void send_flit(Cycle due, NodeId node, int port, int vc, Span span);
  void send_credit(Cycle due, NodeId node, int port, int vc, Span span);

  /// The input VC whose worm owns the output VC, if any does.
  std::optional<NextChannel> owner(NodeId node, int out, int out_vc);

  // The stages of a cycle, in order.
  void ring_alarms(Cycle now);
  /// Evaluates every router that is due.
  void evaluate(Cycle now);

  /// Reports the flits that sleeping routers send in a cycle.
  void report_sleepers(Cycle cycle);
  bool any_sleepers() const { return !sleepers_.empty(); }

  /// The next cycle in which a router has something to do, as far as is known; MessageSource::kNever if none.
  Cycle next_due(Cycle now) const { return std::min(due_.next_due(now), alarms_.next_due(now)); }
  /// Latest cycle in which a flit moved, as far as the routers that are awake know.
  Cycle last_move() const { return last_move_; }
  std::size_t bytes_per_router() const { return state_.layout().stride; }

  // For nodes at which a foreign router stands.
  /// What arrives at their nodes is left to the foreign routers.
  void divert_to(ForeignRouters& foreign) { foreign_ = &foreign; }
  RouterView view(NodeId node) { return state_.router(node); }
  struct Flit {
    WormSlot worm = 0;
    std::uint32_t index = 0;
  };
  /// Which flit has come in at `node` by port `in` on `vc`. To be asked once for each.
  Flit identify(NodeId node, int in, int vc);
  /// Of a head that came in at `node` by port `in` on `vc`.
  NextChannel next_channel(NodeId node, WormSlot slot, int in, int vc);
  /// The words of the worm's head flit where it is now.
  Data head_words(WormSlot slot) const;
  /// The worm's head has left a foreign router for the next node.
  void count_hop(WormSlot slot) { --cursors_[slot].hops_left; }

 private:
  /// Where a worm's head is on its route, and what every router asks of the worm.
  struct RouteCursor {
    std::uint32_t flits = 0;
    std::int16_t hops_left = 0;  // in the current run
    std::uint8_t run = 0;        // the one behind the last ejects
    std::uint8_t out = 0;        // port of the current run
    bool streams = false;
  };
  /// One router's cycle, a word of each set.
  template <typename View>
  struct Work {
    std::uint64_t arrived[View::kWords];   // of input VCs: a flit has come
    std::uint64_t credited[View::kWords];  // of output VCs: a credit has come that is not booked yet
    std::uint64_t usable[View::kWords];    // of output VCs: the credit rule allows a flit
    std::uint64_t left[View::kWords];      // of input VCs: a flit has left
    std::uint64_t sent[View::kWords];      // of output VCs
    // The flits that won their links, by output port.
    std::uint32_t outputs;
    std::uint8_t input[Layout::kMaxWords];
    std::uint8_t vc[Layout::kMaxWords];
    bool heads_pass;  // among the streams that are passed on there are heads
  };
  /// A router that fell asleep in a cycle; a later sleep is another.
  struct Sleep {
    NodeId node;
    Cycle since;
  };
  bool lasts(const Sleep& sleep) {
    const RouterHead& head = state_.router(sleep.node).head();
    return head.streaming && head.asleep_since == sleep.since;
  }

  /// What the routers of one cycle share: where their messages go.
  struct Step {
    Cycle now;
    std::size_t inbox;          // where it lies in a router
    WorkList::Day next;         // the next cycle
    WorkList::Day arrival;      // the cycle in which what is sent now is in the next router
    std::size_t arrival_inbox;  // .. and where its inbox lies
  };

  // The stages of a router's cycle: receive, route, arbitrate, traverse, credit.
  template <typename View>
  void evaluate_all(Cycle now);
  template <typename View>
  void evaluate(const Step& step, NodeId node, View router);
  template <typename View>
  void receive(View router, Inbox* inbox, Work<View>& work);
  void route(RouterView router, int in, int vc);
  template <typename View>
  void arbitrate(View router, Work<View>& work) const;
  template <typename View>
  void traverse(const Step& step, NodeId node, View router, int in, int vc, int out, Work<View>& work);
  void start(RouterView router, int in, int vc);
  void finish(RouterView router, int in, int vc);
  template <typename View>
  void settle(View router, const Work<View>& work);

  template <typename View>
  bool ready(View router, const std::uint64_t* usable, Place input) const;
  template <typename View>
  bool whole_worm_may_go(View router, const Work<View>& work, int in, int vc) const;
  template <typename View>
  std::uint64_t usable(View router, int word, std::uint64_t below_reserve) const;
  template <typename View>
  void count_sent(View router, Place output);
  template <typename View>
  void count_credit(View router, Place output);

  // Streams.
  void switch_streams(RouterView router, Inbox* inbox);
  bool pass_stream(const Step& step, NodeId node, RouterView router, int in, int vc, Part part);
  void end_broken_streams(const Step& step, NodeId node, RouterView router);
  bool sleep_through_streams(Cycle now, NodeId node, RouterView router, bool same_again);
  bool wake(Cycle now, RouterView router, Inbox* inbox);
  bool book_credits_asleep(Cycle now, RouterView router, Inbox* inbox);
  void make_up(Cycle now, RouterView router);
  void account(RouterView router, int out, Cycle until);

  template <typename View, typename WhichFlit>
  void put_flit(const Step& step, NodeId node, View router, int out, int vc, Span span, WhichFlit flit);
  template <typename View>
  void put_credit(const Step& step, NodeId node, View router, int in, int vc, Span span);
  void begin_run(const Worm& worm, RouteCursor& cursor) const;
  NextChannel next_channel(RouterView router, WormSlot slot, int in, int vc);
  WormSlot front_worm(RouterView router, int in, int vc) const {
    return router.worms(in, vc)[router.channel(in, vc).front];
  }
  int next_slot(int slot) const { return slot + 1 == slots_ ? 0 : slot + 1; }
  Flit flit_of(RouterView router, int in, int vc) const;
  void report(NodeId node, RouterView router, int in, int vc, std::uint32_t index) const;

  const Hardware hardware_;
  const CreditRule credit_;
  const int ports_, network_ports_, slots_;
  const bool whole_worms_;
  WormTable& worms_;
  LocalWires& wires_;
  std::vector<FlitMove>* moves_;
  ForeignRouters* foreign_ = nullptr;
  Cycle last_move_ = 0;

  NetworkState state_;
  WorkList due_;
  /// Sleeping routers that still wait for their first credits: when they would run out of them.
  Calendar<Sleep> alarms_;
  std::vector<Sleep> sleepers_;       // if moves are reported: routers that send while they sleep
  std::vector<RouteCursor> cursors_;  // by worm slot
};

// On the way of every flit, so they are worth being inlined.

/// Puts an event into a word of an inbox.
[[gnu::always_inline]] inline void tell(Span span, std::uint64_t bit, std::uint64_t& items,
                                        std::uint64_t& streams) {
  if (span == Span::kOne || span == Span::kLast) items |= bit;
  if (span != Span::kOne) streams |= bit;
}

template <typename View, typename WhichFlit>
[[gnu::always_inline]] inline void Routers::put_flit(const Step& step, NodeId node, View router, int out,
                                                     int vc, Span span, WhichFlit flit) {
  if (out < network_ports_) {
    const Port& port = router.port(out);
    Inbox& inbox = *reinterpret_cast<Inbox*>(port.peer_inbox + step.arrival_inbox);
    tell(span, bit64(port.peer_shift + vc), inbox.flits, inbox.flit_streams);
    step.arrival.add(port.peer);
  } else {
    const Flit which = flit();
    wires_.ejected.add(step.now + 2, {node, u8(out - network_ports_), u8(vc), span, which.worm, which.index});
  }
}

template <typename View>
[[gnu::always_inline]] inline void Routers::put_credit(const Step& step, NodeId node, View router, int in,
                                                       int vc, Span span) {
  if (in < network_ports_) {
    const Port& port = router.port(in);
    Inbox& inbox = *reinterpret_cast<Inbox*>(port.peer_inbox + step.arrival_inbox);
    tell(span, bit64(port.peer_shift + vc), inbox.credits, inbox.credit_streams);
    step.arrival.add(port.peer);
  } else {
    wires_.credits.add(step.now + 2, {node, u8(in - network_ports_), u8(vc), span});
  }
}

/// The flit at the front owns its output VC, or is a head and the VC is free, and the credit rule allows it.
template <typename View>
[[gnu::always_inline]] inline bool Routers::ready(View router, const std::uint64_t* usable,
                                                  Place input) const {
  const VirtualChannel& channel = router.channel(router.port_at(input), router.vc_at(input));
  const Place output = router.place(channel.out, channel.out_vc);
  const bool started = ((router.sets()[input.word].started >> input.bit) & 1) != 0;
  const std::uint64_t owned = started ? ~std::uint64_t{0} : router.sets()[output.word].free;
  return (((owned & usable[output.word]) >> output.bit) & 1) != 0;
}

/// A word of the output VCs on which the credit rule allows a flit.
template <typename View>
[[gnu::always_inline]] inline std::uint64_t Routers::usable(View router, int word,
                                                            std::uint64_t below_reserve) const {
  if (credit_.shared == 0) return below_reserve;
  for (int p = 0; p < ports_; ++p) {
    const bool here = router.place(p, 0).word == word;
    if (here && router.port(p).shared_used < credit_.shared) below_reserve |= router.all_vcs(p);
  }
  return below_reserve;
}

template <typename View>
[[gnu::always_inline]] inline void Routers::count_sent(View router, Place output) {
  const int port = router.port_at(output);
  credit_.send(router.channel(port, router.vc_at(output)).in_flight, router.sets()[output.word].below_reserve,
               output.mask(), router.port(port).shared_used);
}

template <typename View>
[[gnu::always_inline]] inline void Routers::count_credit(View router, Place output) {
  const int port = router.port_at(output);
  credit_.credit(router.channel(port, router.vc_at(output)).in_flight,
                 router.sets()[output.word].below_reserve, output.mask(), router.port(port).shared_used);
}

}  // namespace torusim::fast
