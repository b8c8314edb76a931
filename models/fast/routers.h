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

#include "models/contract/channel.h"
#include "models/contract/observer.h"
#include "models/fast/batch.h"
#include "models/fast/bits.h"
#include "models/fast/counters.h"
#include "models/fast/credit.h"
#include "models/fast/state.h"
#include "models/fast/views.h"
#include "models/fast/wires.h"
#include "models/fast/work_list.h"

namespace torusim::fast {

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

  /// What reaches routers in one cycle.
  struct Delivery {
    Inbox* inboxes;
    std::size_t words;  // of a router
    WorkList::Day due;
    /// An item, or a span of them, comes to an end of a router.
    void send(NodeId node, Place end, Span span) const {
      Inbox& inbox = inboxes[std::size_t(node) * words + std::size_t(end.word)];
      if (span == Span::kOne || span == Span::kLast) inbox.items |= end.mask();
      if (span != Span::kOne) inbox.streams |= end.mask();
      due.add(node);
    }
  };
  Delivery delivery(Cycle due) {
    return {state_.inboxes(due), static_cast<std::size_t>(state_.layout().words), due_.day(due)};
  }
  const Layout& layout() const { return state_.layout(); }

  // What comes to a router's ports, from its neighbours or from its node interface.
  /// A head is on its way to a buffer; the worm's later flits say no more than that they come.
  void send_head(NodeId node, int port, int vc, WormSlot worm);
  void send_flit(Cycle due, NodeId node, int port, int vc, Span span) {
    delivery(due).send(node, state_.layout().input(port, vc), span);
  }
  void send_credit(Cycle due, NodeId node, int port, int vc, Span span) {
    delivery(due).send(node, state_.layout().output(port, vc), span);
  }

  /// The input VC whose worm owns the output VC, if any does.
  std::optional<NextChannel> owner(NodeId node, int out, int out_vc);

  // The stages of a cycle, in order.
  void ring_alarms(Cycle now);
  /// Evaluates every router that is due.
  void evaluate(Cycle now);

  /// Reports the flits that sleeping routers send in a cycle.
  void report_sleepers(Cycle cycle);
  bool any_sleepers() const { return !sleepers_.empty(); }

  /// Notes in the table where heads and tails are. Only once, at the end of a run.
  void locate_worms();

  /// The next cycle in which a router has something to do, as far as is known; MessageSource::kNever if none.
  Cycle next_due(Cycle now) const { return std::min(due_.next_due(now), alarms_.next_due(now)); }
  /// Latest cycle in which a flit moved, as far as the routers that are awake know.
  Cycle last_move() const { return last_move_; }
  std::size_t bytes_per_router() const { return state_.bytes_per_router(); }

  // For nodes at which a foreign router stands.
  /// What arrives at the node is left to the foreign router.
  void divert(NodeId node) { RouterView(state_, node).head().set(RouterHead::kForeign, true); }
  RouterView view(NodeId node) { return {state_, node}; }
  Inbox* inbox(Cycle cycle, NodeId node) { return state_.inbox(cycle, node); }
  /// The worm whose head has come in at `node` by port `in` on `vc`. To be asked once for each.
  WormSlot arrived(NodeId node, int in, int vc);
  /// Of a head that came in at `node` by port `in` on `vc`.
  NextChannel next_channel(NodeId node, WormSlot slot, int in, int vc);
  /// The words of the worm's head flit where it is now.
  Data head_words(WormSlot slot) const;
  /// What comes to ports of routers in one cycle.
  struct Arrivals {
    const Layout& layout;
    Inbox* inboxes;
    WorkList::Day day;

    void flit(NodeId node, int port, int vc) const { add(node, layout.input(port, vc)); }
    void credit(NodeId node, int port, int vc) const { add(node, layout.output(port, vc)); }

   private:
    void add(NodeId node, Place end) const {
      inboxes[std::size_t(node) * layout.words + end.word].items |= end.mask();
      day.add(node);
    }
  };
  Arrivals arrivals(Cycle due) { return {state_.layout(), state_.inboxes(due), due_.day(due)}; }
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
    // Channels that they have entered by routers of this level.
    std::int32_t head_channels = 0;
    std::int32_t tail_channels = 0;
  };
  /// A router that fell asleep in a cycle; a later sleep is another.
  struct Sleep {
    NodeId node;
    Cycle since;
  };
  bool lasts(const Sleep& sleep) {
    const RouterView router(state_, sleep.node);
    return router.head().has(RouterHead::kStreaming) && router.sleep().asleep_since == sleep.since;
  }

  /// What the routers of one cycle share: where their messages come from and go.
  struct Step {
    Cycle now;
    Inbox* inboxes;
    WorkList::Day next;     // the next cycle
    WorkList::Day arrival;  // the cycle in which what is sent now is in the next router
    Inbox* arrival_inboxes;
  };

  // The stages of a cycle: receive, route, arbitrate, traverse, settle.
  template <typename View>
  void evaluate_all(Cycle now);
  template <typename View>
  void evaluate(const Step& step, Batch<View>& batch);
  template <typename View>
  std::span<const NodeId> receive(const Step& step, Batch<View>& batch, std::span<const NodeId> nodes);
  template <typename View>
  void take_pooled_credits(const View& router, int word, std::uint64_t& came);
  template <typename View>
  void route(Batch<View>& batch);
  template <typename View>
  bool route(const View& router, Place input);
  template <typename View>
  void arbitrate(Batch<View>& batch);
  template <typename View>
  bool head_may_go(const Work<View>& work, Place input) const;
  bool whole_worm_may_go(const RouterView& router, const std::uint64_t* came, Place input) const;
  template <typename View>
  void resolve(Work<View>& work) const;
  template <typename View>
  void traverse(const Step& step, Batch<View>& batch);
  template <typename View>
  void traverse_streams(const Step& step, const View& router, Work<View>& work);
  template <typename View>
  void tell_interfaces(const Step& step, Batch<View>& batch);
  template <typename View>
  bool leave(const View& router, Place input);
  template <typename View>
  void start(const View& router, Place input);
  template <typename View>
  void finish(const View& router, Place input);
  template <typename View>
  void settle(const Step& step, Batch<View>& batch);
  template <typename View>
  void count_outputs(const View& router, int word, std::uint64_t credited, std::uint64_t sent);
  void count_pooled(const RouterView& router, int word, std::uint64_t credited, std::uint64_t sent);
  void take_from_pools(const RouterView& router, int word, std::uint64_t sent);
  std::uint64_t own_slots(const RouterView& router, int word) const;
  void switch_pool(const RouterView& router, int port);
  void allow_by_pool(const RouterView& router, int word);

  // Streams (streams.cpp).
  template <typename View>
  bool wake(Cycle now, const View& router, Inbox* inbox);
  template <typename View>
  void switch_streams(const View& router, Inbox* inbox);
  template <typename View>
  bool pass_stream(const Step& step, const View& router, Place input, Part part);
  template <typename View>
  bool settle_streams(const Step& step, const View& router, const Work<View>& work, bool heads_pass,
                      bool again);
  template <typename View>
  void end_flits(const Step& step, const View& router, int out, int vc);
  template <typename View>
  void end_broken_streams(const Step& step, const View& router, const Work<View>& work);
  template <typename View>
  bool sleep_through_streams(Cycle now, const View& router, bool same_again);
  template <typename View>
  bool others_ready(const View& router) const;
  template <typename View>
  bool book_credits_asleep(Cycle now, const View& router, Inbox* inbox);
  template <typename View>
  void make_up(Cycle now, const View& router);
  template <typename View>
  void account(const View& router, int out, Cycle until);

  template <typename View>
  void put_flit(const Step& step, const View& router, const VirtualChannel& channel, Span span);
  template <typename View>
  void put_credit(const Step& step, const View& router, Place input, Span span);
  /// The flit that has just left a buffer goes to the node interface.
  void eject(Cycle now, NodeId node, const VirtualChannel& channel, int out, int vc, Span span) {
    wires_.ejected.add(now + 2, {node, u8(out - network_ports_), u8(vc), span, channel.worm, channel.left});
  }
  /// A credit goes to the node interface.
  void credit_injection(Cycle now, NodeId node, int in, int vc, Span span) {
    wires_.credits.add(now + 2, {node, u8(in - network_ports_), u8(vc), span});
  }
  /// A head is on its way to a buffer.
  void queue_worm(VirtualChannel& channel, WormSlot worm) {
    state_.worms(channel)[channel.back] = worm;
    channel.back = static_cast<std::uint16_t>(next_slot(channel.back));
  }
  /// An item, or a span of them, goes to an end of another router now.
  template <typename View>
  void put(const Step& step, const View& router, const Target& target, Span span) {
    Inbox& inbox = step.arrival_inboxes[router.inbox_word(target.node, target.word)];
    if (span == Span::kOne || span == Span::kLast) inbox.items |= bit64(target.bit);
    if (span != Span::kOne) inbox.streams |= bit64(target.bit);
    step.arrival.add(target.node);
  }
  void begin_run(const Worm& worm, RouteCursor& cursor) const;
  void begin_next_run(WormSlot slot);
  /// The output port that a head takes at the router that it has come to.
  int next_port(WormSlot slot) {
    if (cursors_[slot].hops_left == 0) begin_next_run(slot);
    return cursors_[slot].out;
  }
  int next_slot(int slot) const { return slot + 1 == slots_ ? 0 : slot + 1; }
  /// Reports the flit that has just left a buffer, or the one that is `later` flits after it.
  template <typename View>
  void report(const View& router, const VirtualChannel& channel, std::uint32_t later) const {
    const Worm& worm = worms_[channel.worm];
    moves_->push_back({&worm, worm.flits - 1 - channel.left + later, router.node(), channel.out,
                       u8(router.vc_at(router.output_of(channel)))});
  }

  const Hardware hardware_;
  const CreditRule credit_;
  const int network_ports_, slots_;
  const bool whole_worms_;
  WormTable& worms_;
  LocalWires& wires_;
  std::vector<FlitMove>* moves_;
  Cycle last_move_ = 0;

  NetworkState state_;
  WorkList due_;
  /// Sleeping routers that still wait for their first credits: when they would run out of them.
  Calendar<Sleep> alarms_;
  std::vector<Sleep> sleepers_;       // if moves are reported: routers that send while they sleep
  std::vector<RouteCursor> cursors_;  // by worm slot
};

/// The flit that has just left a buffer goes on.
template <typename View>
void Routers::put_flit(const Step& step, const View& router, const VirtualChannel& channel, Span span) {
  if (channel.out < network_ports_) return put(step, router, channel.flits_to(), span);
  eject(step.now, router.node(), channel, channel.out, router.vc_at(router.output_of(channel)), span);
}

/// The slot that a flit has just left is credited to where it came from.
template <typename View>
void Routers::put_credit(const Step& step, const View& router, Place input, Span span) {
  const int in = router.port_at(input);
  if (in < network_ports_) return put(step, router, router.channel(input).credits_to(), span);
  credit_injection(step.now, router.node(), in, router.vc_at(input), span);
}

/// Flits are sent by outputs of a word, and others are credited.
template <typename View>
[[gnu::always_inline]] inline void Routers::count_outputs(const View& router, int word,
                                                          std::uint64_t credited, std::uint64_t sent) {
  if (View::kLean || credit_.shared == 0) {
    router.sets(word).stocked = count(router.digits(word), router.digit_count(), credited, sent);
  } else {
    count_pooled(RouterView(state_, router.node()), word, credited, sent);
  }
}

}  // namespace torusim::fast
