#pragma once
/// The interface of all routers at the fast level: docs/router.md on bit masks.
///
/// A router reads only its own state and its inbox of this cycle; its sends go to inboxes of later
/// cycles, so the order of evaluation has no effect. The engine (engine.h) implements the cycle.

#include <memory>
#include <optional>
#include <vector>

#include "models/contract/message_source.h"
#include "models/fast/delivery.h"
#include "models/fast/move_log.h"
#include "models/fast/route_table.h"
#include "models/fast/slabs.h"
#include "models/fast/views.h"

namespace torusim::fast {

/// The routers of a slab.
class SlabEngine {
 public:
  /// With the view that fits the hardware.
  static std::unique_ptr<SlabEngine> make(const Hardware& hardware, const NetworkState& state,
                                          RouteTable& routes, const WormTable& worms, Slabs& slabs,
                                          std::size_t slab, MoveLog& moves, PhaseGates* gates);
  virtual ~SlabEngine() = default;

  /// Evaluates every router that is due.
  virtual void evaluate(Cycle now) = 0;
  /// Nothing else is sent in the cycle.
  virtual void end_cycle(Cycle now) = 0;
  /// How many are, as far as is known, or at least `enough`.
  virtual std::size_t to_do(Cycle now, std::size_t enough) const = 0;
  /// Tells observers of the flits that sleeping routers send in a cycle.
  virtual void report_sleepers(Cycle cycle) = 0;
  virtual bool any_sleepers() const = 0;
  /// The next cycle in which a router has something to do, as far as is known; MessageSource::kNever if none.
  virtual Cycle next_due(Cycle now) const = 0;
  /// Latest cycle in which a flit moved, as far as the routers that are awake know.
  virtual Cycle last_move() const = 0;
  /// The end of the run, if channels are counted. True if streams still ran in its last cycle.
  virtual bool finish_counts(Cycle last) = 0;
};

class Routers {
 public:
  /// All but `hardware` must outlive them. `gates`: null if channels have none.
  Routers(const Hardware& hardware, WormTable& worms, Slabs& slabs, MoveLog& moves, PhaseGates* gates);

  SlabEngine& slab(std::size_t number) const { return *engines_[number]; }
  /// As of a SlabEngine, for all slabs.
  void report_sleepers(Cycle cycle);
  bool any_sleepers() const;
  bool finish_counts(Cycle last);

  RouteTable& routes() { return routes_; }

  // What comes to a router's ports, from its neighbours or from its node interface.
  /// Flits and credits that are in the routers of a slab when cycle `due` begins.
  Delivery<RouterView> delivery(Slab& slab, Cycle due) { return {state_, slab, due}; }
  /// A head is on its way to a buffer; the worm's later flits say no more than that they come.
  void send_head(NodeId node, int port, int vc, WormSlot worm) {
    state_.queue_worm(state_.cold_channel(view(node).channel(port, vc)), worm);
  }

  /// The input VC whose worm owns the output VC, if any does.
  std::optional<PortVc> owner(NodeId node, int out, int out_vc) const;

  // For nodes at which a foreign router stands.
  /// What arrives at the node is left to the foreign router.
  void divert(NodeId node) { view(node).head().set(RouterHead::kForeign, true); }
  RouterView view(NodeId node) const { return {state_, node}; }
  /// The worm whose head has come in at `node` by port `in` on `vc`. To be asked once for each.
  WormSlot arrived(NodeId node, int in, int vc);
  /// Where such a head goes.
  PortVc next_channel(NodeId node, WormSlot slot, int in, int vc);

 private:
  const Hardware hardware_;
  const Slabs& slabs_;
  NetworkState state_;
  RouteTable routes_;
  std::vector<std::unique_ptr<SlabEngine>> engines_;  // by slab
};

}  // namespace torusim::fast
