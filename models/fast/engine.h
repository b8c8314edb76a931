#pragma once
/// The cycle of the routers of a slab, as a template over their view, so that the usual numbers of VCs are
/// constants in it.
///
/// evaluate() is the pipeline of docs/router.md, stage by stage for a batch of routers (batch.h): receive,
/// list, route (RC), arbitrate (SA-1, SA-2), traverse (ST), commit. A router sleeps in two cases. If nothing
/// moved, it sleeps until a flit or a credit arrives. Near long worms it sleeps while only streams run
/// through it (streams.h) or, once long worms have shared links, while its state and arrivals repeat
/// (periods.h).
///
/// The engine has these parts: RC (RouteTable and NextVc, or Choices with adaptive routing), SA (arbiter.h),
/// ST and credits (Sender), shared slots (Pools), sleep (Periods, Streams), and counts (RouterCounts).

#include <span>

#include "models/fast/batch.h"
#include "models/fast/choices.h"
#include "models/fast/head_gates.h"
#include "models/fast/next_vc.h"
#include "models/fast/periods.h"
#include "models/fast/pools.h"
#include "models/fast/router_counts.h"
#include "models/fast/routers.h"
#include "models/fast/sender.h"
#include "models/fast/streams.h"
#include "models/fast/take_post.h"
#include "models/fast/whole_worms.h"

namespace torusim::fast {

template <typename View>
class Engine final : public SlabEngine {
 public:
  /// `slab` is the number of the slab. All arguments must outlive the engine.
  Engine(const Hardware& hardware, const NetworkState& state, RouteTable& routes, const WormTable& worms,
         Slabs& slabs, std::size_t slab, MoveLog& moves, PhaseGates* gates)
      : hardware_(hardware),
        state_(state),
        routes_(routes),
        slabs_(slabs),
        number_(slab),
        slab_(slabs[slab]),
        network_ports_(hardware.network_ports()),
        watched_(moves.watched()),
        one_by_one_(watched_ || hardware.uneven != nullptr),
        next_vc_(hardware),
        pools_(state_, hardware),
        whole_worms_(hardware, state_, slab_),
        gates_(gates, worms),
        heads_wait_(whole_worms_.asked() || gates_.on()),
        sender_(hardware, worms, slabs, slab, moves),
        counts_(hardware, state_, routes_, slab_, gates_),
        choices_(hardware, state_, worms, routes_, slab_),
        streams_(hardware, state_, slab_, pools_, sender_, counts_, moves) {}

  void evaluate(Cycle now) override;
  void end_cycle(Cycle now) override {
    if (!slabs_.alone()) slab_.pack_post(now, arrival_of(now));
    if (periods_ != nullptr) periods_->end_cycle(now, batch_.evaluated);
    batch_.evaluated = 0;
  }
  std::size_t to_do(Cycle now, std::size_t enough) const override {
    const std::size_t on_links = slab_.transit == nullptr ? 0 : slab_.transit->due(now);
    return slab_.due.count(now, enough) + streams_.alarms(now) + on_links;
  }
  void report_sleepers(Cycle cycle) override { streams_.report_sleepers(cycle); }
  bool any_sleepers() const override { return streams_.any_sleepers(); }
  Cycle next_due(Cycle now) const override {
    for (Cycle sent = now; sent > now - slabs_.post_delay(); --sent) {
      if (slab_.has_posted(sent)) return now + 1;
    }
    Cycle next = std::min(slab_.due.next_due(now), streams_.next_alarm(now));
    if (periods_ != nullptr) next = std::min(next, periods_->next_alarm());
    return slab_.transit == nullptr ? next : std::min(next, slab_.transit->next_due(now));
  }
  Cycle last_move() const override {
    const Cycle asleep = periods_ == nullptr ? 0 : periods_->last_move();
    return std::max({last_move_, streams_.last_move(), asleep});
  }
  bool contended() const override { return streams_.contended(); }
  void end_streams(Cycle now) override { streams_.end(now); }
  void set(Periods& periods) override {
    periods_ = &periods;
    if (counts_.on()) periods.set(counts_);
  }
  bool finish_counts(Cycle last) override { return counts_.finish(last); }

 private:
  using List = FrontList<View>;
  using Filler = typename List::Filler;

  /// The cycle in which flits and credits that are sent now reach the next routers.
  Cycle arrival_of(Cycle now) const { return now + 1 + hardware_.hop_delay(); }
  void take_post(Cycle now);
  void take_from_links(Cycle now);
  void evaluate(const Tick<View>& tick, Batch<View>& batch);
  std::span<const NodeId> receive(const Tick<View>& tick, Batch<View>& batch, std::span<const NodeId> nodes);
  void route(Batch<View>& batch);
  bool route(const View& router, VcIndex input);
  void arbitrate(Cycle now, Batch<View>& batch);
  bool head_may_go(const Work<View>& work, VcIndex input) const;
  bool may_enter(const Work<View>& work, VcIndex input) const;
  void traverse(const Tick<View>& tick, Batch<View>& batch);
  template <bool shows>
  void send(const Tick<View>& tick, Batch<View>& batch) const;
  void traverse_watched(const Tick<View>& tick, const View& router, Work<View>& work);
  bool leave(const View& router, VcIndex input) const;
  void start(Cycle now, const View& router, VcIndex input);
  void finish(Cycle now, const View& router, VcIndex input);
  void commit(const Tick<View>& tick, Batch<View>& batch);
  void tell_interfaces(const Tick<View>& tick, Batch<View>& batch) const;

  const Hardware& hardware_;
  const NetworkState& state_;
  RouteTable& routes_;
  Slabs& slabs_;
  const std::size_t number_;
  Slab& slab_;
  const int network_ports_;
  const bool watched_;
  const bool one_by_one_;  // ST handles flits one by one: observers need each flit, or links are uneven
  const NextVc next_vc_;
  const Pools pools_;
  WholeWorms whole_worms_;
  const HeadGates gates_;
  const bool heads_wait_;  // gates or the switching mode add conditions for heads
  const Sender<View> sender_;
  RouterCounts<View> counts_;
  Choices<View> choices_;
  Streams<View> streams_;
  Periods* periods_ = nullptr;  // null: routers sleep while streams run
  Batch<View> batch_;           // empty between cycles; too large for a small stack
  Cycle last_move_ = 0;
};

}  // namespace torusim::fast
