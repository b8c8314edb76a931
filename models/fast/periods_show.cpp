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
  if (log_ == nullptr || log_->spans() == nullptr) return;
  OpenSpans& spans = *log_->spans();
  Repeat repeat{.first = kNever};
  if (until - from >= kShortest && spans.repeats()) repeat = whole_period(from, until);
  for (Cycle now = from; now <= until; ++now) {
    // Flits are on channels in the next cycle.
    if (now == repeat.first) spans.repeat({repeat.since + 1, now + 1, repeat.period, repeat.times});
    const bool keep = now >= repeat.first && now < repeat.end();
    for (NodeId node = slab_.first; node != slab_.end(); ++node) {
      if (!asleep(node) || nap(node).since >= now || !sends(node)) continue;
      show_router(now, node, keep);
      show_channels(now, node, keep);
    }
    spans.flush();
    if (now + 1 != repeat.end() || repeat.times == 0) continue;
    for (const auto& [channel, vc] : shown_) spans.skip(channel, vc, repeat.times);
    shown_.clear();
    spans.skip_cycles(repeat.times * repeat.period);
    now += repeat.times * repeat.period;
  }
}

/// A period of all sleeping nodes that may be left out in the cycles from .. until; none: no times. All that
/// observers compute must repeat from before it until after it, for longer than anything is under way.
Repeat Periods::whole_period(Cycle from, Cycle until) {
  Cycle period = 1, settled = 0;
  bool any = false;
  for (NodeId node = slab_.first; node != slab_.end(); ++node) {
    if (!asleep(node) || !sends(node)) continue;
    const Nap& nap = this->nap(node);
    if (nap.drifts || follows(node)) return {.first = kNever};
    any = true;
    period = std::lcm(period, Cycle{nap.period});
    settled = std::max(settled, nap.since - nap.period - std::max({Cycle{nap.period}, ejection_, hop_}) + 1);
    if (period > kLongestWhole) return {.first = kNever};
  }
  // Nodes that are not asleep have been evaluated up to the cycle before `from`.
  const Cycle since = std::max(settled, from) + unsettled() + 1;
  const Cycle first = std::max(from, since + period + unsettled() + 1);
  const Cycle times = (until + 1 - first - unsettled()) / period - 2;
  return any && times > 0 ? Repeat{since, first, period, times} : Repeat{.first = kNever};
}

/// The number of items of an input since its node fell asleep, up to cycle `now`; `later`: the cycles from
/// which they are counted to those in the record.
Cycle Periods::sent_since(NodeId node, Cycle now, VcIndex input, std::uint64_t Items::*which, Cycle later) {
  const Nap& nap = this->nap(node);
  if (nap.period == 1) return now - nap.since;
  const Cycle rounds = (now - nap.since) / nap.period, rest = (now - nap.since) % nap.period;
  Cycle count = 0, cycle = nap.since - nap.period + 1 + later % nap.period;
  for (Cycle j = 1; j <= nap.period; ++j, ++cycle) {
    if (cycle > nap.since) cycle -= nap.period;
    const bool is = (at(node, cycle)[input.word].*which >> input.bit & 1) != 0;
    count += is ? rounds + (j <= rest ? 1 : 0) : 0;
  }
  return count;
}

void Periods::show_router(Cycle now, NodeId node, bool keep) {
  OpenSpans& spans = *log_->spans();
  const RouterView router = this->router(node);
  const Items* const sent = items(node, now);
  for (int w = 0; w < router.words(); ++w) {
    for (const int i : bits(sent[w].gone & Layout::kInputs)) {
      const VcIndex input{w, i};
      const VirtualChannel& channel = router.channel(input);
      const VcIndex output = router.output_of(channel);
      const ChannelId id = spans.id(node, router.port_at(output));
      const int vc = router.vc_at(output);
      if (keep) shown_.emplace_back(id, vc);
      if (spans.extend(now + 1, id, vc)) continue;
      const int in = router.port_at(input);
      const ChannelId from = in < network_ports_
                                 ? spans.id(neighbor(node, in), hardware_.topology.opposite(in))
                                 : spans.id(node, in + hardware_.alpha);
      const auto gone = static_cast<std::uint32_t>(sent_since(node, now, input, &Items::gone, 0));
      spans.begin({.begin = now + 1,
                   .last = now + 1,
                   .worm = &channels_->worm(router.cold(channel).worm),
                   .channel = id,
                   .from = from,
                   .vc = u8(vc),
                   .from_vc = u8(router.vc_at(input))},
                  channel.left - gone);
    }
  }
}

/// The same for the injection channels of a node.
void Periods::show_channels(Cycle now, NodeId node, bool keep) {
  OpenSpans& spans = *log_->spans();
  for (int a = 0; a < hardware_.alpha; ++a) {
    const PortBits& port = ports_[static_cast<std::size_t>(network_ports_ + a)];
    const std::uint64_t came = items(node, now + entry_)[port.word].came >> port.shift & vcs_of_port_;
    for (const int vc : bits(came)) {
      const ChannelId id = spans.id(node, hardware_.ports() + a);
      if (keep) shown_.emplace_back(id, vc);
      if (spans.extend(now + 1, id, vc)) continue;
      const VcIndex input{port.word, port.shift + vc};
      channels_->show_nap(now, node, a, vc, sent_since(node, now, input, &Items::came, entry_));
    }
  }
}

}  // namespace torusim::fast
