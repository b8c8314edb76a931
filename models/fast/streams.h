#pragma once
/// Sleep of routers while streams (stream.h) run through them, until periodic sleep (periods.h) takes over.
///
/// If all moves in a router belong to streams that also arrive, the next cycle is the same. The router then
/// sleeps until another item arrives, and afterwards accounts for the missed cycles. It need not wait for the
/// first credits of a stream: they are accounted for during the sleep, and an alarm wakes the router if they
/// are late.

#include <algorithm>
#include <vector>

#include "models/fast/batch.h"
#include "models/fast/calendar.h"
#include "models/fast/pools.h"
#include "models/fast/router_counts.h"
#include "models/fast/sender.h"

namespace torusim::fast {

template <typename View>
class Streams {
 public:
  /// All arguments must outlive the object.
  Streams(const Hardware& hardware, const NetworkState& state, Slab& slab, const Pools& pools,
          const Sender<View>& sender, const RouterCounts<View>& counts, const MoveLog& moves);

  /// Called when an item has come to a router with streams, or begins or ends one. False: the router need not
  /// be evaluated.
  bool wake(Cycle now, const View& router, Inbox* inbox);
  /// Sends a flit (ST) of a worm that may stream, or in a router with streams. True for a head whose
  /// successors arrive.
  bool pass(const Tick<View>& tick, const View& router, VcIndex input, Part part);
  /// Ends a cycle in which streams were on. True: evaluate the router in the next cycle. `again`: the answer
  /// if there were no streams. `heads_pass`: pass() was true for some flit.
  bool commit(const Tick<View>& tick, const View& router, const Work<View>& work, bool heads_pass,
              bool again);

  /// Wakes the sleeping routers that are about to run out of credits.
  void ring_alarms(Cycle now);
  /// Maximum number of routers that ring_alarms(now) wakes.
  std::size_t alarms(Cycle now) const { return alarms_.due(now).size(); }
  Cycle next_alarm(Cycle now) const { return alarms_.next_due(now); }
  /// Tells observers of the flits that sleeping routers send in a cycle.
  void report_sleepers(Cycle cycle);
  bool any_sleepers() const { return !sleepers_.empty(); }
  /// Latest cycle in which a router that has woken since sent a flit in its sleep.
  Cycle last_move() const { return last_move_; }

  /// Whether long worms share links: routers near them are awake for longer than events explain.
  bool contended() const { return surplus_ > Cycle{kMostSurplus} * slab_.size; }
  /// Wakes all routers in cycle `now`. Running streams end in this cycle, and no stream begins any more.
  void end(Cycle now);

 private:
  /// Cycles that routers may be awake for each head that leaves one. Without contention they need fewer.
  static constexpr Cycle kCyclesOfAHead = 16;
  /// Further cycles per router: heads leave many routers at once, and their effects come later.
  static constexpr int kMostSurplus = 24;

  /// A sleep of a router from cycle `since` on.
  struct Sleep {
    NodeId node;
    Cycle since;
  };
  bool lasts(const Sleep& sleep) const {
    const View router(state_, sleep.node);
    return router.head().has(RouterHead::kStreaming) && router.sleep().asleep_since == sleep.since;
  }
  void switch_on_and_off(const View& router, Inbox* inbox);
  void end_broken(const Tick<View>& tick, const View& router, const Work<View>& work);
  bool sleep_through(Cycle now, const View& router, bool same_again);
  bool others_ready(const View& router) const;
  bool book_credits_asleep(Cycle now, const View& router, Inbox* inbox);
  void make_up(Cycle now, const View& router);
  void account(const View& router, int out, Cycle until);

  const NetworkState& state_;
  Slab& slab_;
  const Pools& pools_;
  const Sender<View>& sender_;
  const RouterCounts<View>& counts_;
  const bool watched_;
  const int vcs_;
  Cycle last_move_ = 0;
  Cycle surplus_ = 0;  // cycles that routers were awake beyond those of heads
  bool ended_ = false;
  /// Sleeping routers that still wait for their first credits: the cycle in which they would run out of
  /// credits.
  Calendar<Sleep> alarms_;
  std::vector<Sleep> sleepers_;  // routers that send while they sleep, if there are observers
};

}  // namespace torusim::fast
