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

class Periods;

/// The routers of a slab.
class SlabEngine {
 public:
  /// Makes the engine whose view (views.h) fits the hardware.
  static std::unique_ptr<SlabEngine> make(const Hardware& hardware, const NetworkState& state,
                                          RouteTable& routes, const WormTable& worms, Slabs& slabs,
                                          std::size_t slab, MoveLog& moves, PhaseGates* gates);
  virtual ~SlabEngine() = default;

  /// Evaluates every router that is due.
  virtual void evaluate(Cycle now) = 0;
  /// Called when the slab has sent everything of the cycle: packs the post for other slabs.
  virtual void end_cycle(Cycle now) = 0;
  /// Number of routers known to be due, or any number from `enough` on.
  virtual std::size_t to_do(Cycle now, std::size_t enough) const = 0;
  /// Tells observers of the flits that sleeping routers send in a cycle.
  virtual void report_sleepers(Cycle cycle) = 0;
  virtual bool any_sleepers() const = 0;
  /// The next cycle in which a router is known to be due; MessageSource::kNever if there is none.
  virtual Cycle next_due(Cycle now) const = 0;
  /// Latest cycle in which a flit moved, as far as the routers that are awake know.
  virtual Cycle last_move() const = 0;
  /// Ends the counts of channels, if they are counted. True if streams still ran in cycle `last`.
  virtual bool finish_counts(Cycle last) = 0;
  /// The change from streams to periodic sleep (streams.h): Streams::contended(), Streams::end(), and the
  /// periodic sleep from then on.
  virtual bool contended() const = 0;
  virtual void end_streams(Cycle now) = 0;
  virtual void set(Periods& periods) = 0;
};

class Routers {
 public:
  /// All arguments but `hardware` must outlive the routers. `gates`: null if channels have no gates.
  Routers(const Hardware& hardware, WormTable& worms, Slabs& slabs, MoveLog& moves, PhaseGates* gates);
  ~Routers();

  SlabEngine& slab(std::size_t number) const { return *engines_[number]; }
  /// The functions of SlabEngine, for all slabs.
  void report_sleepers(Cycle cycle);
  bool any_sleepers() const;
  bool finish_counts(Cycle last);

  RouteTable& routes() { return routes_; }
  /// Lets nodes sleep periodically from now on. There is one slab, no observer of flits, and no stream.
  Periods& sleep_periodically();
  /// Null: nodes do not sleep periodically.
  Periods* periods() const { return periods_.get(); }

  // Arrivals at the ports of a router, from its neighbours or from its node interface.
  /// Delivers flits and credits that the routers of a slab receive in cycle `due`.
  Delivery<RouterView> delivery(Slab& slab, Cycle due) { return {state_, slab, due}; }
  /// A head is on its way to a buffer. Only the head names its worm; later flits are single bits.
  void send_head(NodeId node, int port, int vc, WormSlot worm) {
    state_.queue_worm(state_.cold_channel(view(node).channel(port, vc)), worm);
  }

  /// The input VC whose worm owns the output VC; empty if the output VC is free.
  std::optional<PortVc> owner(NodeId node, int out, int out_vc) const;

  // Functions for nodes with a foreign router.
  /// Leaves all arrivals at the node to its foreign router.
  void divert(NodeId node) { view(node).head().set(RouterHead::kForeign, true); }
  RouterView view(NodeId node) const { return {state_, node}; }
  /// The worm of the head that has arrived at `node` by port `in` on `vc`. Call it once per head.
  WormSlot arrived(NodeId node, int in, int vc);
  /// RC for a head at such a node: its output port and VC.
  PortVc next_channel(NodeId node, WormSlot slot, int in, int vc);

 private:
  const Hardware hardware_;
  Slabs& slabs_;
  NetworkState state_;
  RouteTable routes_;
  std::unique_ptr<Periods> periods_;
  std::vector<std::unique_ptr<SlabEngine>> engines_;  // by slab
};

}  // namespace torusim::fast
