#include "models/fast/routers.h"

#include <algorithm>

namespace torusim::fast {

Routers::Routers(const Hardware& hardware, WormTable& worms, Slabs& slabs, MoveLog& moves, PhaseGates* gates)
    : hardware_(hardware), slabs_(slabs), state_(hardware, slabs), routes_(hardware_, worms, !slabs.alone()) {
  for (std::size_t s = 0; s < slabs.count(); ++s) {
    engines_.push_back(SlabEngine::make(hardware_, state_, routes_, worms, slabs, s, moves, gates));
  }
}

void Routers::report_sleepers(Cycle cycle) {
  for (const auto& engine : engines_) engine->report_sleepers(cycle);
}

bool Routers::any_sleepers() const {
  return std::any_of(engines_.begin(), engines_.end(), [](const auto& e) { return e->any_sleepers(); });
}

Cycle Routers::next_due(Cycle now) const {
  Cycle next = MessageSource::kNever;
  for (const auto& engine : engines_) next = std::min(next, engine->next_due(now));
  return next;
}

Cycle Routers::last_move() const {
  Cycle last = 0;
  for (const auto& engine : engines_) last = std::max(last, engine->last_move());
  return last;
}

bool Routers::finish_counts(Cycle last) {
  bool streams = false;
  for (const auto& engine : engines_) streams |= engine->finish_counts(last);
  return streams;
}

std::optional<PortVc> Routers::owner(NodeId node, int out, int out_vc) const {
  const RouterView router = view(node);
  const Place output = router.output(out, out_vc);
  for (int w = 0; w < router.words(); ++w) {
    for (const int i : bits(router.sets(w).allocated & Layout::kInputs)) {
      const Place owned = router.output_of(router.channel(Place{w, i}));
      if (owned.word == output.word && owned.bit == output.bit) {
        return PortVc{router.port_at({w, i}), router.vc_at({w, i})};
      }
    }
  }
  return std::nullopt;
}

WormSlot Routers::arrived(NodeId node, int in, int vc) {
  ColdChannel& channel = state_.cold_channel(view(node).channel(in, vc));
  const WormSlot slot = channel.ring()[channel.front];
  state_.next_worm(channel);
  return slot;
}

PortVc Routers::next_channel(NodeId node, WormSlot slot, int in, int vc) {
  const auto [hops, out, lane] = routes_.next_leg(slot);
  const RouterView router = view(node);
  return {out, next_vc(hardware_, in, vc, out, router.dateline(out), lane)};
}

}  // namespace torusim::fast
