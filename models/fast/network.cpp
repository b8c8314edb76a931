#include "models/fast/network.h"

#include <fmt/format.h>

#include <algorithm>

#include "models/contract/observer_hooks.h"
#include "models/fast/periods.h"
#include "schedules/core/error.h"

namespace torusim::fast {

namespace {

/// Under store and forward no worm leaves a buffer while it still arrives, so none streams through a router.
/// On slow links no worm has a flit in every cycle. Streams do not support adaptive routing.
bool worms_stream(const Hardware& hardware) {
  return hardware.switching != Switching::kStoreAndForward && !hardware.slow_links && !hardware.adaptive;
}

/// The first observer that wants sums only; further ones receive spans. With foreign routers all receive
/// spans.
Observer* counted_observer(const std::vector<Observer*>& observers, bool foreign) {
  return foreign ? nullptr : observer_of_sums(observers);
}

/// Waking threads for fewer routers takes longer than evaluating them.
constexpr std::int64_t kWorthThreads = 48;
/// Threads synchronise after about this many evaluations, or this many cycles; the cost of synchronisation is
/// then negligible.
constexpr std::int64_t kStretch = 16384;
constexpr Cycle kMostCycles = 64;
/// The time of a tick of a foreign router, in evaluations of a router.
constexpr std::int64_t kEvaluationsOfATick = 6;
/// The time of one leftover of a message source (DividedSource), in evaluations.
constexpr std::int64_t kEvaluationsOfALeftover = 3;
/// The time of a late observer per router, in evaluations.
constexpr std::int64_t kEvaluationsOfALook = 2;

/// The first thread serves late observers. Returns the number of nodes whose evaluation is as much work.
NodeId nodes_of_observers(const Hardware& hardware, const std::vector<Observer*>& observers,
                          std::size_t foreign) {
  const std::int64_t late = std::ssize(move_observers(observers, true));
  const std::int64_t nodes = hardware.topology.nodes();
  const std::int64_t work = nodes + static_cast<std::int64_t>(foreign) * (kEvaluationsOfATick - 1);
  return static_cast<NodeId>(late * kEvaluationsOfALook * nodes * nodes / work);
}

/// Throws if a foreign router is a SystemC module or heads choose their ways: this level calls routers as
/// functions.
void check_foreign(const Hardware& hardware, const std::vector<PlacedRouter>& routers) {
  if (hardware.adaptive && !routers.empty()) {
    throw InputError("foreign routers that choose the ways of heads need pins: --level pins");
  }
  for (const PlacedRouter& placed : routers) {
    if (!placed.router->is_module()) continue;
    throw InputError(fmt::format("the router of node {} is a SystemC module, which needs pins: --level pins",
                                 hardware.topology.node_name(placed.node)));
  }
}

bool all_thread_safe(const std::vector<PlacedRouter>& routers) {
  return std::all_of(routers.begin(), routers.end(), [](const auto& r) { return r.router->thread_safe(); });
}

}  // namespace

FastNetwork::FastNetwork(const Hardware& hardware, MessageSource& source, WormTable& worms,
                         Scoreboard& scoreboard, const std::vector<Observer*>& observers, bool sleep,
                         std::vector<PlacedRouter> foreign, int threads, std::int64_t longest_worm)
    : hardware_(hardware),
      source_(source),
      adapter_(hardware, observers, foreign.empty()),
      told_at_once_(move_observers(adapter_.observers(), false)),
      told_late_(move_observers(adapter_.observers(), true)),
      counted_(counted_observer(observers, !foreign.empty())),
      moves_(hardware_, adapter_.observers(), foreign.empty(), counted_),
      periods_(sleep && threads == 1 && foreign.empty() && moves_.repeats() &&
               Periods::suits(hardware_, longest_worm)),
      streams_(sleep && foreign.empty() && worms_stream(hardware)),
      slabs_(hardware_, threads, nodes_of_observers(hardware, adapter_.observers(), foreign.size()),
             counted_ == nullptr ? nullptr : counted_->sums(), !foreign.empty()),
      routers_(hardware_, worms, slabs_, moves_, source.gates()),
      foreign_side_by_side_(all_thread_safe(foreign)),
      in_stretches_(foreign.empty() && observers.empty() && hardware.switching != Switching::kCircuit),
      summaries_(slabs_.count()),
      acks_(hardware_, routers_, slabs_),
      team_(static_cast<int>(slabs_.count()), [this](int thread, Cycle now) { work(thread, now); }) {
  check_foreign(hardware, foreign);
  for (const auto& slab : slabs_) {
    interfaces_.push_back(std::make_unique<Interfaces>(hardware_, source, worms, scoreboard, routers_, acks_,
                                                       *slab, moves_, streams_ || periods_, streams_));
  }
  if (periods_ && !streams_) periods_from_ = 0;
  if (!slabs_.alone()) {
    std::vector<NodeId> firsts;
    for (const auto& slab : slabs_) firsts.push_back(slab->first);
    parts_ = dynamic_cast<DividedSource*>(&source_);
    if (parts_ != nullptr) parts_->divide(firsts);
  }
  if (foreign.empty()) return;
  for (std::size_t s = 0; s < slabs_.count(); ++s) {
    foreign_.push_back(std::make_unique<ForeignRouters>(hardware_, foreign, worms, scoreboard, routers_,
                                                        acks_, slabs_, s, moves_.watched(), source.gates()));
  }
}

Cycle FastNetwork::step(Cycle now) {
  moves_.begin_cycle(now);
  show_sleepers(now - 1);
  tell_of_sleepers(now - 1);
  // Tails are delivered in the cycle after they were on the wire, and observers must know their moves before.
  if (moved_in_ < now) tell_late();
  acks_.relay(now);
  for (const auto& foreign : foreign_) foreign->tell_others(now);
  if (!foreign_.empty()) {
    for (const auto& foreign : foreign_) foreign->take_acks(now + 1);
    tell_observers(now);  // with foreign routers, no moves beyond the end of a run are reported
  }
  if (periods_ && routers_.periods() == nullptr) choose_sleep(now);
  end_ = begin_stretch(now);
  routers_.routes().make_room();
  work_in_slabs(now);
  now = this->now();
  tell_others(now);
  show_sleepers(now);
  tell_of_counts_and_spans(now);
  tell_of_sleepers(now);
  if (foreign_.empty()) tell_observers(now + 1);
  const Cycle next = next_event(now);
  return next == now + 1 ? next : std::max(std::min(next, source_.next_timer()), now + 1);
}

/// Streams cost less than periodic sleep until long worms share links. Then they end, and periodic sleep
/// begins when the last of their ends has arrived.
void FastNetwork::choose_sleep(Cycle now) {
  if (periods_from_ == MessageSource::kNever) {
    if (!routers_.slab(0).contended()) return;
    interfaces_[0]->end_streams(now);
    routers_.slab(0).end_streams(now);
    periods_from_ = now + 6 + hardware_.hop_delay() + hardware_.entry_delay();
  }
  if (now < periods_from_) return;
  interfaces_[0]->set(routers_.sleep_periodically());
  if (moves_.on()) routers_.periods()->set(moves_);
}

/// Reports to spans what nodes in periodic sleep have sent up to cycle `until`.
void FastNetwork::show_sleepers(Cycle until) {
  if (Periods* const periods = routers_.periods()) periods->show(shown_ + 1, until);
  shown_ = until;
}

void FastNetwork::tell_others(Cycle now) {
  if (!in_parts_) {
    for (const auto& interfaces : interfaces_) interfaces->tell_source(now);
  }
  if (std::none_of(summaries_.begin(), summaries_.end(), [](const auto& o) { return o.has_news; })) return;
  for (const auto& interfaces : interfaces_) interfaces->tell_of_tails();
  for (const auto& interfaces : interfaces_) interfaces->tell_others(now);
}

/// Plans the cycles that slabs and parts of the source can simulate alone, and returns the cycle after them.
/// If the source does not work in parts, it is one cycle, for which the source is advanced here.
Cycle FastNetwork::begin_stretch(Cycle now) {
  Cycle end = now;
  if (parts_ != nullptr) {
    const std::int64_t work = in_stretches_ ? to_do(now) : 0;
    const Cycle most = work < kWorthThreads ? 1 : std::clamp<Cycle>(kStretch / work, 1, kMostCycles);
    end = parts_->in_parts_until(now, now + most);
  }
  const bool in_parts = end != now;
  if (in_parts != in_parts_) in_parts_ = in_parts;  // written on change only: threads share its line
  if (in_parts) return end;
  advance_source(now);
  return now + 1;
}

/// Delivers tails and advances the source for all slabs, by one thread.
void FastNetwork::advance_source(Cycle now) {
  for (const auto& interfaces : interfaces_) interfaces->eject_tails(now);
  injections_.clear();
  source_.advance(now, injections_);
  for (const Injection& injection : injections_) {
    interfaces_[slabs_.number_of(injection.node)]->add(injection);
  }
}

/// Simulates routers and node interfaces from cycle `first` to end_. Late observers are served meanwhile.
void FastNetwork::work_in_slabs(Cycle first) {
  const std::int64_t to_do = slabs_.alone() ? 0 : this->to_do(first);
  if (to_do < kWorthThreads) {
    tell_late();
    for (Cycle now = first; now < end_; ++now) {
      for (std::size_t s = 0; s < slabs_.count(); ++s) work(now, s);
    }
  } else {
    team_.run(first, static_cast<int>(end_ - first), to_do);
  }
  if (foreign_side_by_side_) return;
  const Cycle now = this->now();
  for (const auto& foreign : foreign_) foreign->tick(now + 1);
  for (std::size_t s = 0; s < slabs_.count(); ++s) end_cycle(now, s);
}

/// The part of a thread in work_in_slabs().
void FastNetwork::work(int thread, Cycle now) {
  if (thread == 0) tell_late();
  work(now, static_cast<std::size_t>(thread));
}

void FastNetwork::work(Cycle now, std::size_t slab) {
  Interfaces& interfaces = *interfaces_[slab];
  slabs_.fetch_posts(slab, now - slabs_.post_delay());
  if (in_parts_) {
    interfaces.eject_tails(now);
    interfaces.advance_source(now, *parts_, slab);
  }
  slabs_.fetch_letters(slab, now - slabs_.post_delay());
  interfaces.work(now);
  if (in_parts_) interfaces.tell_source(now);
  if (parts_ != nullptr) parts_->do_leftovers(slab);
  routers_.slab(slab).evaluate(now);
  if (!foreign_side_by_side_) return;  // end_cycle() follows the ticks of foreign routers
  if (!foreign_.empty()) foreign_[slab]->tick(now + 1);
  end_cycle(now, slab);
}

void FastNetwork::end_cycle(Cycle now, std::size_t slab) {
  routers_.slab(slab).end_cycle(now);
  if (!in_parts_ || now + 1 == end_) summarise_slab(now, slab);
}

void FastNetwork::summarise_slab(Cycle now, std::size_t slab) {
  SlabSummary& summary = summaries_[slab];
  summary.at = now + 1;
  summary.to_do = slabs_.alone() ? 0 : to_do(now + 1, slab);
  summary.next_event = next_event(now, slab);
  summary.last_move = std::max(routers_.slab(slab).last_move(), interfaces_[slab]->last_move());
  if (!foreign_.empty()) summary.last_move = std::max(summary.last_move, foreign_[slab]->last_move());
  summary.has_news = interfaces_[slab]->has_news();
}

/// The work of all slabs in evaluations of routers, approximately, or any value of at least a long
/// round.
std::int64_t FastNetwork::to_do(Cycle now) const {
  auto work = static_cast<std::int64_t>(injections_.size());
  for (std::size_t s = 0; s < slabs_.count() && work < kLongRound; ++s) {
    work += summaries_[s].at == now ? summaries_[s].to_do : to_do(now, s);
    if (parts_ == nullptr) continue;
    work += static_cast<std::int64_t>(parts_->leftovers(s)) * kEvaluationsOfALeftover;
  }
  return work;
}

/// The work of one slab, without items from other slabs.
std::int64_t FastNetwork::to_do(Cycle now, std::size_t slab) const {
  const auto enough = static_cast<std::size_t>(kLongRound);
  auto work =
      static_cast<std::int64_t>(interfaces_[slab]->to_do(now) + routers_.slab(slab).to_do(now, enough));
  if (foreign_side_by_side_ && !foreign_.empty()) {
    work += static_cast<std::int64_t>(foreign_[slab]->awake()) * kEvaluationsOfATick;
  }
  return work;
}

void FastNetwork::tell_of_counts_and_spans(Cycle now) {
  if (counted_ != nullptr && last_move() == now) {
    for (const auto& slab : slabs_) slab->counts.settle();
  }
  if (OpenSpans* const spans = moves_.spans()) {
    for (const auto& slab : slabs_) spans->take(slab->spans);
    spans->flush();
  }
}

/// The next cycle with an event that the source does not cause.
Cycle FastNetwork::next_event(Cycle now) const {
  for (const auto& foreign : foreign_) {
    if (foreign->awake() > 0 || foreign->has_news()) return now + 1;
  }
  Cycle next = acks_.next_due(now);
  for (const SlabSummary& summary : summaries_) next = std::min(next, summary.next_event);
  // A foreign router takes due items at an edge that belongs to an earlier cycle.
  return foreign_.empty() || next == MessageSource::kNever ? next : next - hardware_.router_delay;
}

/// The next cycle with an event in a slab.
Cycle FastNetwork::next_event(Cycle now, std::size_t slab) const {
  if (!slabs_[slab].moves.empty() || !interfaces_[slab]->all_asleep()) return now + 1;
  return std::min(
      {routers_.slab(slab).next_due(now), slabs_[slab].wires.next_due(now), interfaces_[slab]->next_alarm()});
}

std::vector<ForeignState> FastNetwork::foreign_states() const {
  std::vector<ForeignState> states;
  for (const auto& foreign : foreign_) {
    const std::vector<ForeignState> some = foreign->states();
    states.insert(states.end(), some.begin(), some.end());
  }
  return states;
}

void FastNetwork::finish(Cycle last) {
  show_sleepers(last);
  if (Periods* const periods = routers_.periods()) {
    periods->finish(last);
    summarise_slab(last, 0);
  }
  tell_of_sleepers(last);
  tell_late();
  if (OpenSpans* const spans = moves_.spans()) spans->finish(last + 1);
  if (counted_ != nullptr) {
    bool streams = routers_.finish_counts(last);
    for (const auto& interfaces : interfaces_) streams |= interfaces->finish_counts(last);
    const Cycle last_flit = (streams ? last : last_move()) + 1;
    for (const auto& slab : slabs_) slab->counts.finish(last_flit);
    counted_->spans_finished(last_flit);
  }
  locate_worms();
  for (const auto& interfaces : interfaces_) interfaces->add_hash();
  adapter_.finish();
}

/// Reports the flits that sleeping routers have sent up to cycle `until`; they are on channels one cycle
/// later.
void FastNetwork::tell_of_sleepers(Cycle until) {
  if (!moves_.watched()) return;
  for (Cycle cycle = told_ + 1; cycle <= until; ++cycle) {
    bool any = routers_.any_sleepers();
    for (const auto& interfaces : interfaces_) any |= interfaces->any_sleepers();
    if (!any) break;
    for (const auto& interfaces : interfaces_) interfaces->report_sleepers(cycle);
    routers_.report_sleepers(cycle);
    tell_observers(cycle + 1);
  }
  told_ = until;
}

/// Reports all flits that enter a channel in `cycle`.
void FastNetwork::tell_observers(Cycle cycle) {
  if (!moves_.watched()) return;
  tell_late();
  moved_.clear();
  for (const auto& slab : slabs_) {
    moved_.insert(moved_.end(), slab->moves.begin(), slab->moves.end());
    slab->moves.clear();
  }
  if (moved_.empty()) return;
  const auto by_channel = [](const FlitMove& a, const FlitMove& b) {
    return a.node != b.node ? a.node < b.node : a.port < b.port;
  };
  // Moves of foreign routers are not in order.
  if (!std::is_sorted(moved_.begin(), moved_.end(), by_channel)) {
    std::sort(moved_.begin(), moved_.end(), by_channel);
  }
  for (Observer* observer : told_at_once_) observer->moved(cycle, moved_);
  moved_in_ = cycle;
  late_ = true;
}

/// Reports the moves to late observers, while the next cycle is simulated.
void FastNetwork::tell_late() {
  if (!late_) return;
  late_ = false;
  for (Observer* observer : told_late_) observer->moved(moved_in_, moved_);
}

}  // namespace torusim::fast
