#include "models/fast/periods.h"

#include <algorithm>
#include <bit>

#include "models/fast/counters.h"

namespace torusim::fast {
namespace {

/// Limit of the words of all records.
constexpr std::size_t kMostWords = std::size_t{1} << 23;
/// The length of a worm from which on periodic sleep saves more time than the search takes.
constexpr std::int64_t kWorth = 512;

/// The most cycles from the departure of a flit to its arrival, behind all flits that a slow link can hold.
Cycle farthest(const Hardware& hardware) {
  const Cycle hop = 1 + hardware.hop_delay();
  if (!hardware.slow_links) return hop;
  return hop + hardware.uneven->longest(hardware.topology).interval * (hardware.slots() * hardware.vcs() + 1);
}

/// The cycles of a record.
std::size_t cycles_kept(const Hardware& hardware, int longest, int evidence) {
  return std::bit_ceil(static_cast<std::size_t>(2 * longest + evidence + 2 * farthest(hardware)));
}

}  // namespace

bool Periods::suits(const Hardware& hardware, std::int64_t longest) {
  const Layout layout(hardware);
  return longest >= kWorth && hardware.switching == Switching::kWormhole && !hardware.adaptive &&
         hardware.vcs() <= Layout::kOutputs &&
         std::size_t(hardware.topology.nodes()) * layout.words *
                 cycles_kept(hardware, kLongest, kMostEvidence) <=
             kMostWords;
}

Periods::Periods(const Hardware& hardware, const NetworkState& state, Slab& slab)
    : hardware_(hardware),
      state_(state),
      slab_(slab),
      pools_(state, hardware),
      network_ports_(hardware.network_ports()),
      words_(static_cast<std::size_t>(state.layout().words)),
      hop_(1 + hardware.hop_delay()),
      farthest_(farthest(hardware)),
      slowest_(hardware.slow_links ? hardware.uneven->longest(hardware.topology).interval : 0),
      entry_(1 + hardware.entry_delay()),
      ejection_(2 + entry_),
      vcs_of_port_((std::uint64_t{1} << (1 << state.layout().port_bits)) - 1),
      mask_(cycles_kept(hardware, kLongest, kMostEvidence) - 1),
      kept_(mask_ + 4),
      records_(std::size_t{slab.size} * kept_ * words_ * sizeof(Items)),
      naps_(slab.size),
      sets_(slab.size * words_) {
  const Topology& topology = hardware.topology;
  for (int p = 0; p < hardware.ports(); ++p) {
    const VcIndex first = state.layout().input(p, 0);
    ports_.push_back({first.word, first.bit});
  }
  for (NodeId node = slab.first; node != slab.end(); ++node) {
    for (int p = 0; p < network_ports_; ++p) {
      // The credits of a channel come back by the port even if the channel there has failed.
      const NodeId other = topology.neighbor(node, p);
      const bool joined = topology.has_channel(node, p) || topology.has_channel(other, topology.opposite(p));
      neighbors_.push_back(joined ? other : -1);
    }
  }
}

Periods::Due Periods::receive(Cycle now, NodeId node, Inbox* inbox, bool long_worms) {
  Nap& nap = this->nap(node);
  if (asleep(node)) {
    const Items* const expected = items(node, now);
    const Sets* const sets = this->sets(node);
    bool same = true, watches = false;
    for (std::size_t w = 0; w < words_; ++w) {
      same &= ((inbox[w].items ^ expected[w].came) & sets[w].watch) == 0;
      watches |= (sets[w].expects & sets[w].watch) != 0;
    }
    if (same) {
      for (std::size_t w = 0; w < words_; ++w) inbox[w].items = 0;
      slab_.due.day(now + 1).add(node, watches);
      return Due::kAsleep;
    }
    wake(node, now, now + 1, now);
  }
  if (nap.pulls != 0) pull(now, node, inbox);
  if (!long_worms && nap.pulls == 0) {
    nap.last = -2;
    router(node).head().set(RouterHead::kAnyStream, false);
    return Due::kUnrecorded;
  }
  if (nap.last < 0 || now - nap.last > static_cast<Cycle>(mask_)) {
    nap.from = nap.event = now;
    nap.lands_from = now + farthest_;
    for (Cycle cycle = now; cycle < now + farthest_; ++cycle) {
      for (std::size_t w = 0; w < words_; ++w) at(node, cycle)[w].lands = 0;
    }
    router(node).head().set(RouterHead::kAnyStream, true);
  } else {
    for (Cycle idle = nap.last + 1; idle < now; ++idle) {
      for (std::size_t w = 0; w < words_; ++w) {
        at(node, idle)[w].came = at(node, idle)[w].gone = 0;
        at(node, idle + farthest_)[w].lands = 0;
      }
    }
  }
  nap.last = now;
  Items* const record = at(node, now);
  for (std::size_t w = 0; w < words_; ++w) record[w].came = inbox[w].items;
  return Due::kRecorded;
}

/// Adds the items that sleeping neighbours sent.
void Periods::pull(Cycle now, NodeId node, Inbox* inbox) {
  for (const int p : bits(nap(node).pulls)) {
    const auto port = static_cast<std::size_t>(p);
    const auto back = static_cast<std::size_t>(hardware_.topology.opposite(p));
    inbox[ports_[port].word].items |= carried(neighbor(node, p), now, ports_[back], ports_[port]);
  }
}

bool Periods::record(Cycle now, NodeId node, const std::uint64_t* gone) {
  Nap& nap = this->nap(node);
  Items* const record = at(node, now);
  Sets* const sets = this->sets(node);
  const RouterView router = this->router(node);
  bool changed = nap.from == now;
  for (std::size_t w = 0; w < words_; ++w) {
    const VcSets& now_sets = router.sets(static_cast<int>(w));
    record[w].gone = gone[w];
    changed |= sets[w].allocated != now_sets.allocated || sets[w].routed != now_sets.routed;
    sets[w].allocated = now_sets.allocated;
    sets[w].routed = now_sets.routed;
  }
  if (changed) nap.event = now;
  land(now, node, gone);
  recorded_.push_back(node);
  return nap.pulls != 0;
}

void Periods::end_cycle(Cycle now, std::size_t evaluated) {
  if (evaluated > recorded_.size()) unrecorded_ = now;
  if (recorded_.empty() && woken_.empty()) return;
  end_wakes(now);
  for (const NodeId node : recorded_) search(now, node);
  recorded_.clear();
  if (any_slept_) channels_->drop_sleepers();
  any_slept_ = false;
}

void Periods::search(Cycle now, NodeId node) {
  Nap& nap = this->nap(node);
  if (nap.slept >= 0) {
    // A short sleep that no event ended asks for more evidence before the next one. Where much evidence does
    // not help, none is asked for.
    const bool good = nap.event >= nap.woke || nap.slept >= (nap.period == 1 ? 24 : 8 * nap.period + 16);
    nap.evidence = good || nap.evidence >= kMostEvidence ? 0 : std::max(4, 2 * nap.evidence);
    nap.slept = -1;
  }
  const Cycle quiet = now - nap.event;
  if (quiet < kQuiet || now < nap.search_from) return;
  if (quiet > 16 && (now & (quiet > 2 * kLongest ? 15 : 3)) != 0) return;
  const Cycle from = std::max(nap.from, now - static_cast<Cycle>(mask_));
  const auto most = static_cast<int>(std::min<Cycle>(kLongest, quiet / 2));
  // What is on its way must be in the record; on uneven links it must repeat.
  if (now - hop_ + 1 < from) return;
  const auto on_the_way = static_cast<int>(slab_.transit == nullptr ? 0 : hop_);
  for (int period = 1; period <= most; ++period) {
    const int cycles = std::max({period, static_cast<int>(ejection_), on_the_way}) + nap.evidence;
    if (now - cycles - period + 1 < from) return;
    if (!repeats(now, node, period, cycles) || !queues_repeat(now, node, period)) continue;
    const Cycle periods = lasts(now, node, period);
    if (periods < kShortest && periods * period < kShortest) continue;
    nap.search_from = known_difference(now, node, period);
    if (nap.search_from == kNever) sleep(now, node, period, periods);
    return;
  }
}

/// Whether the last cycles were those of a period before.
bool Periods::repeats(Cycle now, NodeId node, int period, int cycles) const {
  const Items* const record = at(node, 0);
  for (Cycle cycle = now; cycle > now - cycles; --cycle) {
    const Items* const one = record + (static_cast<std::size_t>(cycle) & mask_) * words_;
    const Items* const before = record + (static_cast<std::size_t>(cycle - period) & mask_) * words_;
    for (std::size_t w = 0; w < words_; ++w) {
      if (one[w].came != before[w].came || one[w].gone != before[w].gone) return false;
    }
  }
  return true;
}

/// Whether the flits that wait for slow links will land as they did a period before.
bool Periods::queues_repeat(Cycle now, NodeId node, int period) {
  if (!hardware_.slow_links) return true;
  if (now + 1 - period - slowest_ < nap(node).lands_from) return false;
  for (int p = 0; p < network_ports_; ++p) {
    const Cycle interval = hardware_.hop(node, p).interval;
    if (neighbor(node, p) < 0 || interval == 1) continue;
    const PortBits& port = ports_[static_cast<std::size_t>(p)];
    const std::uint64_t flits = vcs_of_port_ << (port.shift + Layout::kOutputs);
    const Cycle end = lands_up_to(now, node, p, true);
    int sent = 0, landed = 0;
    for (int j = 0; j < period; ++j) {
      sent += (at(node, now - j)[port.word].gone & flits) != 0;
      landed += (at(node, end - j)[port.word].lands & flits) != 0;
    }
    if (sent != landed) return false;
    // A flit that has landed holds up the next one for an interval.
    for (Cycle cycle = now + 1 - (sent > 0 ? interval : 0); cycle <= end; ++cycle) {
      const std::uint64_t one = at(node, cycle)[port.word].lands;
      if (((one ^ at(node, cycle - period)[port.word].lands) & flits) != 0) return false;
    }
  }
  return true;
}

/// The latest cycle in which all that lands of a port's flits, or credits, has been sent up to cycle `sent`.
Cycle Periods::lands_up_to(Cycle sent, NodeId node, int port, bool flits) {
  const Cycle soonest = sent + hop(node, port);
  return flits && hardware_.slow_links ? std::max(soonest, slab_.transit->latest(node, port)) : soonest;
}

/// Records when the departures of a router reach its neighbours, if the links are uneven.
void Periods::land(Cycle now, NodeId node, const std::uint64_t* gone) {
  if (slab_.transit == nullptr) return;
  const RouterView router = this->router(node);
  for (std::size_t w = 0; w < words_; ++w) {
    const std::uint64_t sent = gone[w] & ~state_.layout().locals[w];
    at(node, now + farthest_)[w].lands = 0;
    for (const int i : bits(sent)) {
      const int port = router.port_at({static_cast<int>(w), i});
      const bool queues = i >= Layout::kOutputs && hardware_.slow_links;
      const Cycle lands = queues ? slab_.transit->latest(node, port) : now + hop(node, port);
      at(node, lands)[w].lands |= bit64(i);
    }
  }
}

/// The items of a word in the period that ends with cycle `last`.
std::uint64_t Periods::over(NodeId node, Cycle last, int period, int word,
                            std::uint64_t Items::*which) const {
  std::uint64_t all = 0;
  for (Cycle cycle = last; cycle > last - period; --cycle) all |= at(node, cycle)[word].*which;
  return all;
}

/// The number of periods for which the state lets the pattern go on; 0: the state does not repeat.
Cycle Periods::lasts(Cycle now, NodeId node, int period) {
  const RouterView router = this->router(node);
  const int size = router.digit_count();
  Cycle periods = kNever;
  nap(node).drifts = false;
  for (int w = 0; w < router.words(); ++w) {
    const std::uint64_t moved = over(node, now, period, w, &Items::gone) & Layout::kInputs;
    if ((moved & ~router.sets(w).allocated) != 0) return 0;
    for (const int i : bits(moved)) {
      Cycle flits = 0;
      for (int j = 0; j < period; ++j) flits += static_cast<Cycle>(at(node, now - j)[w].gone >> i & 1);
      periods = std::min(periods, (static_cast<Cycle>(router.channel(VcIndex{w, i}).left) - 1) / flits);
    }
    if (period == 1 && at(node, now)[w].came == at(node, now)[w].gone) continue;
    // The counters of a period ago.
    std::array<std::uint64_t, 16> old;
    std::uint64_t differ = 0;
    std::copy_n(router.digits(w), size, old.begin());
    for (int j = 0; j < period; ++j) {
      const Items& items = at(node, now - j)[w];
      count(old.data(), size, items.gone, items.came);
    }
    for (int d = 0; d < size; ++d) differ |= old[static_cast<std::size_t>(d)] ^ router.digits(w)[d];
    for (const int i : bits(differ)) {
      const int is = counter_value(router.digits(w), size, i), was = counter_value(old.data(), size, i);
      const int base = i >= Layout::kOutputs ? state_.layout().used_up : 0;
      const int far = std::min(is, was) - base - 1 - period;
      if (far < 0) return 0;
      if (is < was) periods = std::min<Cycle>(periods, far / (was - is));
    }
    if (periods == 0) return 0;
    nap(node).drifts |= differ != 0;
  }
  return injectors_last(now, node, period, periods);
}

/// The same for the injection channels of a node, and at most `periods`.
Cycle Periods::injectors_last(Cycle now, NodeId node, int period, Cycle periods) {
  for (int a = 0; a < hardware_.alpha; ++a) {
    const PortBits& port = ports_[static_cast<std::size_t>(network_ports_ + a)];
    const std::uint64_t used = (over(node, now, period, port.word, &Items::came) |
                                over(node, now, period, port.word, &Items::gone)) >>
                                   port.shift &
                               vcs_of_port_;
    for (const int vc : bits(used)) {
      int flits = 0, credits = 0;
      for (int j = 0; j < period; ++j) {
        const Items& items = at(node, now - j)[port.word];
        flits += static_cast<int>(items.came >> (port.shift + vc) & 1);
        credits += static_cast<int>(items.gone >> (port.shift + vc) & 1);
      }
      if (flits > 0) periods = std::min(periods, channels_->periods_left(node, a, vc, flits));
      if (flits == credits) continue;
      nap(node).drifts = true;
      const int room = channels_->own_room(node, a, vc);
      const int far = std::min(room, room + flits - credits) - 1 - period;
      if (far < 0) return 0;
      if (flits > credits) periods = std::min<Cycle>(periods, far / (flits - credits));
    }
  }
  return periods;
}

/// The first cycle in which an arrival that is known already differs from that of a period before; kNever if
/// there is none.
Cycle Periods::known_difference(Cycle now, NodeId node, int period) {
  const std::uint32_t pulls = nap(node).pulls;
  const Cycle known = now + hop_, end = std::max(known, now + 1 + period);
  for (std::size_t w = 0; w < words_; ++w) {
    const std::uint64_t network = ~state_.layout().locals[w];
    for (Cycle cycle = now + 1, like = now + 1 - period; cycle <= end; ++cycle, ++like) {
      if (like > now) like -= period;
      std::uint64_t came = 0, asked = 0;
      if (cycle <= known) {
        came = slab_.inboxes.day(cycle).at(router(node).inbox_word(node, static_cast<int>(w)))->items;
        asked = cycle <= now + entry_ ? ~std::uint64_t{0} : network;
        if (slab_.transit != nullptr) asked &= ~network;  // items for it are not in the inbox yet
      }
      for (const int p : bits(pulls)) {
        const PortBits& port = ports_[static_cast<std::size_t>(p)];
        if (port.word != static_cast<int>(w)) continue;
        const PortBits& back = ports_[static_cast<std::size_t>(hardware_.topology.opposite(p))];
        came |= carried(neighbor(node, p), cycle, back, port);
        asked |= both(port);
      }
      if (((came ^ at(node, like)[w].came) & asked) != 0) return cycle;
    }
  }
  return kNever;
}

void Periods::sleep(Cycle now, NodeId node, int period, Cycle periods) {
  Nap& nap = this->nap(node);
  Sets* const sets = this->sets(node);
  nap.since = now;
  nap.period = period;
  nap.pulls = 0;
  nap.shown = false;
  if (log_ != nullptr) to_show_.push_back({{now, node}, {}});
  router(node).head().set(RouterHead::kStreaming, true);
  channels_->nap(node);
  any_slept_ = true;
  for (std::size_t w = 0; w < words_; ++w) {
    sets[w].expects = over(node, now, period, static_cast<int>(w), &Items::came);
    sets[w].sends = over(node, now, period, static_cast<int>(w), &Items::gone);
    sets[w].watch = 0;
    sets[w].always_came = sets[w].expects;
    sets[w].always_gone = sets[w].sends;
    for (int j = 0; j < period; ++j) {
      sets[w].always_came &= at(node, now - j)[w].came;
      sets[w].always_gone &= at(node, now - j)[w].gone;
    }
  }
  bool watches = false;
  Cycle ends = periods == kNever ? kNever : now + 1 + periods * period;
  for (int p = 0; p < network_ports_; ++p) {
    const NodeId other = neighbor(node, p);
    if (other < 0) continue;
    const int back = hardware_.topology.opposite(p);
    const PortBits &here = ports_[static_cast<std::size_t>(p)],
                   &there = ports_[static_cast<std::size_t>(back)];
    if (asleep(other)) {
      ends = std::min(ends, first_difference(now, other, back, node));
      const Cycle breaks = first_difference(now, node, p, other);
      if (breaks != kNever) alarms_.push({{this->nap(other).since, other}, breaks});
      this->sets(other)[there.word].watch &= ~both(there);
      continue;
    }
    sets[here.word].watch |= both(here);
    watches |= (sets[here.word].expects & both(here)) != 0;
    if ((sets[here.word].sends & both(here)) == 0) continue;
    this->nap(other).pulls |= 1u << back;
    router(other).head().set(RouterHead::kAnyStream, true);
    slab_.due.day(now + 1).add(other);
  }
  slab_.due.day(now + 1).add(node, watches);
  if (ends != kNever) alarms_.push({{now, node}, ends});
}

}  // namespace torusim::fast
