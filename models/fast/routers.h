#pragma once
/// All routers at the fast level: docs/router.md on bit masks.
///
/// A router reads only its own state; what it sends reaches others through the wires in a later cycle, so the
/// order of evaluation cannot matter. Two things let it sleep. If nothing moved and no stream runs, nothing
/// will change until a flit or a credit arrives. And if everything that moved belongs to streams, at both
/// ends of every wire, the next cycle would be the same again: the router sleeps until an event that is not
/// part of a stream arrives, and then makes up for the cycles it has missed by adding their number to the
/// flits it holds.

#include <vector>

#include "models/fast/state.h"
#include "models/fast/wires.h"
#include "models/observer.h"

namespace torusim::fast {

class Routers {
 public:
  /// `moves`: where to report flits that enter channels, or null; streams are used only if nobody wants to
  /// see them.
  Routers(const Hardware& hardware, WormTable& worms, Wires& wires, std::vector<FlitMove>* moves);

  /// The worm's head is about to be sent: its route starts anew.
  void begin_route(WormSlot slot);

  // The stages of a cycle, in order.
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
  void continue_streams(Cycle now, NodeId node, const RouterView& router);
  Moved arbitrate(Cycle now, NodeId node, const RouterView& router);
  bool send(Cycle now, NodeId node, const RouterView& router, int in, int vc, int out);
  void end_broken_streams(Cycle now, NodeId node, const RouterView& router);
  void push(NodeId node, const RouterView& router, int in, int vc, Flit flit);
  void route_front(const RouterView& router, int in, int vc);
  void put_flit(Cycle now, NodeId node, const OutputPort& output, int out, int vc, Span span, Flit flit);
  void put_credit(Cycle now, NodeId node, const RouterView& router, int in, int vc, Span span);
  void wake(Cycle now, NodeId node, RouterView& router);
  void make_up(Cycle now, const RouterView& router);
  CreditCounter credits(const RouterView& router, int out) {
    return {hardware_.reserve, router.out[out], router.in_flight + out * vcs_};
  }

  const Hardware& hardware_;
  const int ports_, network_ports_, vcs_, slots_;
  WormTable& worms_;
  Wires& wires_;
  std::vector<FlitMove>* moves_;
  Cycle last_move_ = 0;

  NetworkState state_;
  std::vector<RouteCursor> cursors_;  // by worm slot
  std::vector<NodeId> awake_, still_awake_;
};

}  // namespace torusim::fast
