#pragma once
/// All routers at the fast level: docs/router.md on bit masks.
///
/// A router reads only its own state; what it sends reaches others through the wires in a later cycle, so the
/// order of evaluation cannot matter. Two things let it sleep. If nothing moved and no stream runs, nothing
/// will change until a flit or a credit arrives. And if everything that moved belongs to streams that also
/// arrive, the next cycle will be the same again: the router sleeps until something other than these streams
/// arrives, and then makes up for the cycles it has missed by adding their number to the flits it holds. It
/// need not wait for the first credits of a stream: they are booked while it sleeps, and an alarm wakes it if
/// they stay away.

#include <vector>

#include "models/channel.h"
#include "models/fast/bits.h"
#include "models/fast/state.h"
#include "models/fast/wires.h"
#include "models/observer.h"

namespace torusim::fast {

class ForeignRouters;

/// Where a head goes on: an output port of the router that it is in, and the VC that it needs there.
struct NextChannel {
  int port = 0;
  int vc = 0;
};

class Routers {
 public:
  /// `moves`: where to report flits that enter channels, or null; streams are used only if nobody wants to
  /// see them.
  Routers(const Hardware& hardware, WormTable& worms, Wires& wires, std::vector<FlitMove>* moves);

  /// The worm's head is about to be sent: its route starts anew.
  void begin_route(WormSlot slot);

  /// What arrives at their nodes goes to the foreign routers.
  void divert_to(ForeignRouters& foreign) { foreign_ = &foreign; }
  /// Of a head that came in at `node` by port `in` on `vc`.
  NextChannel next_channel(NodeId node, WormSlot slot, int in, int vc);
  /// The words of the worm's head flit where it is now.
  Data head_words(WormSlot slot) const;
  /// The worm's head has left a foreign router for the next node.
  void count_hop(WormSlot slot) { --cursors_[slot].hops_left; }

  // The stages of a cycle, in order.
  void ring_alarms(Cycle now);
  void take_credits(Cycle now);
  void take_flits(Cycle now);
  /// Evaluates every router that is awake.
  void evaluate(Cycle now);

  bool all_asleep() const { return awake_.empty(); }
  /// Latest cycle in which a flit moved, as far as the routers that are awake know.
  Cycle last_move() const { return last_move_; }
  std::size_t bytes_per_router() const { return state_.bytes_per_router(); }

 private:
  /// Where a worm's head is on its route: hops still to go in the current run.
  struct RouteCursor {
    std::uint8_t run = 0;
    std::int16_t hops_left = 0;
  };
  /// What moved in one router in one cycle.
  struct Moved {
    std::uint32_t inputs = 0, outputs = 0;
    bool only_streams = true;
  };

  bool evaluate(Cycle now, NodeId node);
  bool sleep_through_streams(Cycle now, NodeId node, const RouterView& router, const Moved& moved);
  bool book_credit_asleep(Cycle now, const RouterView& router, const CreditEvent& event);
  void account(const RouterView& router, int out, Cycle until);
  void continue_streams(Cycle now, NodeId node, const RouterView& router);
  Moved arbitrate(Cycle now, NodeId node, const RouterView& router);
  bool send(Cycle now, NodeId node, const RouterView& router, int in, int vc, int out);
  void end_broken_streams(Cycle now, NodeId node, const RouterView& router);
  void push(NodeId node, const RouterView& router, int in, int vc, Flit flit);
  void route_front(NodeId node, const RouterView& router, int in, int vc);
  void put_flit(Cycle now, NodeId node, const OutputPort& output, int out, int vc, Span span, Flit flit);
  void put_credit(Cycle now, NodeId node, const RouterView& router, int in, int vc, Span span);
  void wake(Cycle now, NodeId node, const RouterView& router);
  void make_up(Cycle now, const RouterView& router);
  CreditCounter credits(const RouterView& router, int out) {
    return {hardware_.reserve, router.out[out], router.in_flight + out * vcs_};
  }

  const Hardware& hardware_;
  const int ports_, network_ports_, vcs_, slots_;
  WormTable& worms_;
  Wires& wires_;
  std::vector<FlitMove>* moves_;
  ForeignRouters* foreign_ = nullptr;
  Cycle last_move_ = 0;

  NetworkState state_;
  std::vector<RouteCursor> cursors_;  // by worm slot
  std::vector<NodeId> awake_, still_awake_;
};

// On the way of every flit, so they are worth being inlined.

[[gnu::always_inline]] inline void Routers::put_flit(Cycle now, NodeId node, const OutputPort& output,
                                                     int out, int vc, Span span, Flit flit) {
  if (out < network_ports_) {
    wires_.to_routers.add(now + 1 + hardware_.link_delay,
                          {output.peer, output.peer_port, u8(vc), span, flit});
  } else {
    wires_.to_interfaces.add(now + 2, {node, u8(out - network_ports_), u8(vc), span, flit});
  }
}

[[gnu::always_inline]] inline void Routers::put_credit(Cycle now, NodeId node, const RouterView& router,
                                                       int in, int vc, Span span) {
  if (in < network_ports_) {
    wires_.router_credits.add(now + 1 + hardware_.link_delay,
                              {router.out[in].peer, router.out[in].peer_port, u8(vc), span});
  } else {
    wires_.interface_credits.add(now + 2, {node, u8(in - network_ports_), u8(vc), span});
  }
}

[[gnu::always_inline]] inline void Routers::push(NodeId node, const RouterView& router, int in, int vc,
                                                 Flit flit) {
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

}  // namespace torusim::fast
