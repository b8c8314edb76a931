// What nodes send in their periodic sleep, for observers of spans (periods.h).
#include <algorithm>
#include <numeric>

#include "models/fast/periods.h"

namespace torusim::fast {
namespace {

constexpr Cycle kLongestWhole = 256;  // the longest period of a network

}  // namespace

/// Whether flits or credits pass a sleeping node.
bool Periods::sends(NodeId node) {
  const Sets* const sets = this->sets(node);
  return std::any_of(sets, sets + words_, [](const Sets& s) { return (s.expects | s.sends) != 0; });
}

/// Whether flits come to a buffer of a sleeping node behind another worm's flits. Then no counter changes,
/// but the worms do not move by the same number of flits.
bool Periods::follows(NodeId node) {
  const RouterView router = this->router(node);
  for (int w = 0; w < router.words(); ++w) {
    for (const int i : bits(sets(node)[w].expects & Layout::kInputs)) {
      if (!state_.only_worm(router.cold(router.channel(VcIndex{w, i})))) return true;
    }
  }
  return false;
}

void Periods::show(Cycle from, Cycle until) {
  if (log_ == nullptr || log_->spans() == nullptr || until < from) return;
  OpenSpans& spans = *log_->spans();
  begin_to_show(from);
  Repeat repeat{.first = kNever};
  if (until - from >= kShortest && spans.repeats()) repeat = whole_period(from, until);
  for (Cycle now = from; now <= until; ++now) {
    // Flits are on channels in the next cycle.
    if (now == repeat.first) spans.repeat({repeat.since + 1, now + 1, repeat.period, repeat.times});
    const bool keep = now >= repeat.first && now < repeat.end();
    for (const ToShow& sleep : to_show_) {
      if (sleep.since >= now) continue;
      const auto later = static_cast<std::uint64_t>(now - sleep.since - 1);
      const auto period = static_cast<std::uint64_t>(nap(sleep.node).period);
      const std::uint64_t cycle = later % period;
      auto turn = std::ranges::lower_bound(sleep.turns, cycle, {}, &Turn::at);
      for (; turn != sleep.turns.end() && turn->at == cycle; ++turn) {
        if (keep) shown_.emplace_back(turn->channel, turn->vc);
        show_flit(now, *turn, turn->behind - static_cast<std::uint32_t>(later / period) * turn->flits);
      }
    }
    spans.flush();
    if (now + 1 != repeat.end() || repeat.times == 0) continue;
    const Cycle skipped = repeat.times * repeat.period;
    for (const auto& [channel, vc] : shown_) spans.skip(channel, vc, repeat.times);
    shown_.clear();
    for (NodeId node = slab_.first; node != slab_.end(); ++node) {
      if (!asleep(node)) continue;
      each_running(node, [&](ChannelId channel, int vc, bool) { spans.skip(channel, vc, skipped); });
    }
    spans.skip_cycles(skipped);
    now += skipped;
  }
}

/// Flits that go in every cycle of a sleep are a span that runs. Other flits are shown one by one.
void Periods::begin_to_show(Cycle from) {
  std::erase_if(to_show_, [&](const ToShow& sleep) {
    return !lasts(sleep) || (nap(sleep.node).shown && sleep.turns.empty());
  });
  for (ToShow& sleep : to_show_) {
    Nap& nap = this->nap(sleep.node);
    if (nap.shown || nap.since >= from) continue;
    nap.shown = true;
    const auto see = [&](const Turn& turn) { show_flit(from, turn, turn.behind); };
    each_sent(from, sleep.node, true, see);
    each_injected(from, sleep.node, true, see);
    each_running(sleep.node, [&](ChannelId channel, int, bool) { log_->spans()->run(channel); });
    find_turns(sleep);
  }
  // In the order of nodes, in which their data lie in memory.
  const auto by_node = [](const Asleep& a, const Asleep& b) { return a.node < b.node; };
  const auto fresh = std::is_sorted_until(to_show_.begin(), to_show_.end(), by_node);
  std::sort(fresh, to_show_.end(), by_node);
  std::inplace_merge(to_show_.begin(), fresh, to_show_.end(), by_node);
}

void Periods::find_turns(ToShow& sleep) {
  const int period = nap(sleep.node).period;
  for (int at = 0; at < period; ++at) {
    const auto see = [&](Turn turn) {
      turn.at = u8(at);
      sleep.turns.push_back(turn);
    };
    each_sent(sleep.since + 1 + at, sleep.node, false, see);
    each_injected(sleep.since + 1 + at, sleep.node, false, see);
  }
}

/// The flit is on its channel in the next cycle.
void Periods::show_flit(Cycle now, const Turn& turn, std::uint32_t behind) {
  OpenSpans& spans = *log_->spans();
  if (spans.extend(now + 1, turn.channel, turn.vc)) return;
  spans.begin({.begin = now + 1,
               .last = now + 1,
               .worm = turn.worm,
               .channel = turn.channel,
               .from = turn.from,
               .vc = turn.vc,
               .from_vc = turn.from_vc},
              behind);
}

/// The spans of a node that wakes no longer run.
void Periods::stop_spans(NodeId node, Cycle now, Cycle injected_to) {
  OpenSpans* const spans = log_->spans();
  if (spans == nullptr) return;
  const bool shown = nap(node).shown;
  if (shown) {
    each_running(node, [&](ChannelId channel, int, bool injected) {
      spans->stop(channel, injected ? injected_to : now);
    });
  }
  if (injected_to == now) return;
  const auto see = [&](const Turn& turn) { show_flit(now, turn, turn.behind); };
  if (!shown) each_injected(now, node, true, see);
  each_injected(now, node, false, see);
}

/// Calls see(channel, VC, whether it is an injection channel) for all flits that go in every cycle.
template <typename See>
void Periods::each_running(NodeId node, See see) {
  const OpenSpans& spans = *log_->spans();
  const RouterView router = this->router(node);
  const Sets* const sets = this->sets(node);
  for (int w = 0; w < router.words(); ++w) {
    for (const int i : bits(sets[w].always_gone & Layout::kInputs)) {
      const VcIndex output = router.output_of(router.channel(VcIndex{w, i}));
      see(spans.id(node, router.port_at(output)), router.vc_at(output), false);
    }
    for (const int i : bits(sets[w].always_came & state_.layout().locals[w] & Layout::kInputs)) {
      const VcIndex input{w, i};
      see(spans.id(node, router.port_at(input) + hardware_.alpha), router.vc_at(input), true);
    }
  }
}

/// A period of all sleeping nodes that may be left out in the cycles from .. until; none: no times. All that
/// observers compute must repeat from before it until after it, for longer than anything is under way. Before
/// `from` the source may have begun a send that no router notices.
Repeat Periods::whole_period(Cycle from, Cycle until) {
  Cycle period = 1, since = unrecorded_ + unsettled();
  bool any = false;
  for (NodeId node = slab_.first; node != slab_.end(); ++node) {
    const Nap& nap = this->nap(node);
    if (!asleep(node)) {
      since = std::max(since, nap.last + unsettled());
      continue;
    }
    since = std::max(since, nap.since - nap.period - std::max(Cycle{nap.period}, ejection_) + ejection_);
    if (!sends(node)) continue;
    if (nap.drifts || follows(node)) return {.first = kNever};
    any = true;
    period = std::lcm(period, Cycle{nap.period});
    if (period > kLongestWhole) return {.first = kNever};
  }
  since = std::max(since + 2, from);
  const Cycle settles = std::max(period, unsettled());
  const Cycle first = std::max(from, since + settles);
  const Cycle times = (until + 1 - first - settles) / period - 1;
  if (!any || times <= 0) return {.first = kNever};
  return {since, first, period, times};
}

/// The number of items of an input since its node fell asleep, up to cycle `now`; `later`: the cycles from
/// which they are counted to those in the record.
std::uint32_t Periods::sent_since(NodeId node, Cycle now, VcIndex input, std::uint64_t Items::*which,
                                  Cycle later) {
  const Nap& nap = this->nap(node);
  if (nap.period == 1) return static_cast<std::uint32_t>(now - nap.since);
  const Cycle rounds = (now - nap.since) / nap.period, rest = (now - nap.since) % nap.period;
  Cycle count = 0, cycle = nap.since - nap.period + 1 + later % nap.period;
  for (Cycle j = 1; j <= nap.period; ++j, ++cycle) {
    if (cycle > nap.since) cycle -= nap.period;
    const bool is = (at(node, cycle)[input.word].*which >> input.bit & 1) != 0;
    count += is ? rounds + (j <= rest ? 1 : 0) : 0;
  }
  return static_cast<std::uint32_t>(count);
}

template <typename See>
void Periods::each_sent(Cycle now, NodeId node, bool always, See see) {
  const OpenSpans& spans = *log_->spans();
  const RouterView router = this->router(node);
  const Items* const sent = items(node, now);
  for (int w = 0; w < router.words(); ++w) {
    const std::uint64_t constant = sets(node)[w].always_gone;
    for (const int i : bits(sent[w].gone & (always ? constant : ~constant) & Layout::kInputs)) {
      const VcIndex input{w, i};
      const VirtualChannel& channel = router.channel(input);
      const VcIndex output = router.output_of(channel);
      const int in = router.port_at(input);
      const ChannelId from = in < network_ports_
                                 ? spans.id(neighbor(node, in), hardware_.topology.opposite(in))
                                 : spans.id(node, in + hardware_.alpha);
      see(Turn{.worm = &channels_->worm(router.cold(channel).worm),
               .channel = spans.id(node, router.port_at(output)),
               .from = from,
               .behind = channel.left - sent_since(node, now, input, &Items::gone, 0),
               .flits = sent_since(node, nap(node).since + nap(node).period, input, &Items::gone, 0),
               .vc = u8(router.vc_at(output)),
               .from_vc = u8(router.vc_at(input))});
    }
  }
}

template <typename See>
void Periods::each_injected(Cycle now, NodeId node, bool always, See see) {
  const OpenSpans& spans = *log_->spans();
  const RouterView router = this->router(node);
  const Items* const sent = items(node, now + entry_);
  for (int w = 0; w < router.words(); ++w) {
    const std::uint64_t constant = sets(node)[w].always_came;
    const std::uint64_t came = sent[w].came & (always ? constant : ~constant);
    for (const int i : bits(came & state_.layout().locals[w] & Layout::kInputs)) {
      const VcIndex input{w, i};
      const int a = router.port_at(input) - network_ports_, vc = router.vc_at(input);
      const auto [worm, left] = channels_->left(node, a, vc);
      see(Turn{.worm = &worm,
               .channel = spans.id(node, hardware_.ports() + a),
               .from = kNoChannel,
               .behind = left - sent_since(node, now, input, &Items::came, entry_),
               .flits = sent_since(node, nap(node).since + nap(node).period, input, &Items::came, entry_),
               .vc = u8(vc),
               .from_vc = 0});
    }
  }
}

}  // namespace torusim::fast
