#include "models/fast/network.h"

#include <algorithm>

namespace torusim::fast {

namespace {

/// Under store and forward no worm leaves a buffer while it still arrives, so none streams through a router.
bool worms_stream(Switching switching) { return switching != Switching::kStoreAndForward; }

/// The first that wants sums only; any other is told of spans. With foreign routers these are all there is.
Observer* counted_observer(const std::vector<Observer*>& observers, bool foreign) {
  if (foreign) return nullptr;
  const auto counted =
      std::find_if(observers.begin(), observers.end(), [](Observer* o) { return o->sums() != nullptr; });
  return counted == observers.end() ? nullptr : *counted;
}

}  // namespace

FastNetwork::FastNetwork(const Hardware& hardware, MessageSource& source, WormTable& worms,
                         Scoreboard& scoreboard, const std::vector<Observer*>& observers, bool sleep,
                         std::vector<PlacedRouter> foreign)
    : hardware_(hardware),
      source_(source),
      observers_(observers),
      counted_(counted_observer(observers, !foreign.empty())),
      counts_(hardware_, counted_ == nullptr ? nullptr : counted_->sums()),
      moves_(hardware_, observers, foreign.empty(), counted_),
      routers_(Routers::make(hardware_, worms, wires_, moves_, counts_)),
      acks_(hardware_, *routers_, wires_),
      foreign_(hardware_, std::move(foreign), worms, scoreboard, *routers_, acks_, wires_, moves_),
      interfaces_(hardware_, source, worms, scoreboard, *routers_, acks_, wires_, moves_, counts_,
                  sleep && foreign_.empty() && worms_stream(hardware.switching)) {
  if (!foreign_.empty()) acks_.divert_to(foreign_);
}

Cycle FastNetwork::step(Cycle now) {
  moves_.begin_cycle(now);
  tell_of_sleepers(now - 1);
  routers_->ring_alarms(now);
  acks_.relay(now);
  if (!foreign_.empty()) {
    // What foreign routers put on the wires now is known now, what the level's own will, a cycle ahead.
    foreign_.tick(now);
    tell_observers(now);
  }
  interfaces_.eject(now);
  injections_.clear();
  source_.advance(now, injections_);
  for (const Injection& injection : injections_) interfaces_.add(now, injection);
  interfaces_.take_credits(now);
  interfaces_.take_acks(now);
  interfaces_.inject(now);
  routers_->evaluate(now);
  if (counts_.on() && last_move() == now) counts_.settle();
  if (OpenSpans* const spans = moves_.spans()) spans->flush();
  tell_of_sleepers(now);
  if (foreign_.empty()) tell_observers(now + 1);

  if (!foreign_.all_asleep() || !interfaces_.all_asleep()) return now + 1;
  const Cycle next_event = std::min({routers_->next_due(now), wires_.next_due(now), acks_.next_due(now)});
  return std::max(std::min({next_event, source_.next_timer(), interfaces_.next_alarm()}), now + 1);
}

void FastNetwork::finish(Cycle last) {
  tell_of_sleepers(last);
  if (OpenSpans* const spans = moves_.spans()) spans->finish(last + 1);
  if (counts_.on()) {
    const bool routers_run = routers_->finish_counts(last), interfaces_run = interfaces_.finish_counts(last);
    const Cycle last_flit = (routers_run || interfaces_run ? last : last_move()) + 1;
    counts_.finish(last_flit);
    counted_->spans_finished(last_flit);
  }
  routers_->routes().locate_worms();
}

/// What sleeping routers have sent up to a cycle, and are thus on their channels in the next.
void FastNetwork::tell_of_sleepers(Cycle until) {
  for (Cycle cycle = told_ + 1; cycle <= until; ++cycle) {
    if (!interfaces_.any_sleepers() && !routers_->any_sleepers()) break;
    interfaces_.report_sleepers(cycle);
    routers_->report_sleepers(cycle);
    tell_observers(cycle + 1);
  }
  told_ = until;
}

/// All flits that enter a channel in `cycle`.
void FastNetwork::tell_observers(Cycle cycle) {
  std::vector<FlitMove>& moves = moves_.moves();
  if (moves.empty()) return;
  std::sort(moves.begin(), moves.end(), [](const FlitMove& a, const FlitMove& b) {
    return a.node != b.node ? a.node < b.node : a.port < b.port;
  });
  for (Observer* observer : observers_) {
    if (observer->wants_moves()) observer->moved(cycle, moves);
  }
  moves_.clear();
}

}  // namespace torusim::fast
