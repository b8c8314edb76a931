#include "models/watch/span_statistics.h"

#include <algorithm>

namespace torusim {

SpanStatistics::SpanStatistics(const Hardware& hardware, StallListener* listener)
    : hardware_(hardware),
      table_(hardware),
      listener_(listener),
      sums_(static_cast<std::size_t>(table_.size())),
      spans_until_told_(kSpansKept * table_.size()),
      nodes_(static_cast<std::size_t>(hardware.topology.nodes())) {}

ChannelSums* SpanStatistics::sums() {
  if (listener_ != nullptr) return nullptr;
  counted_ = true;
  watch_.reset();  // phase_loaded() may have made it
  return &sums_;
}

void SpanStatistics::span_due(const FlitSpan& span, bool soon) {
  const RecentSpans& spans = watch().spans;
  spans.fetch(span.channel, span.vc, soon);
  if (span.from != kNoChannel) spans.fetch(span.from, span.from_vc, soon);
  if (soon) return;
  __builtin_prefetch(&sums_[span.channel], 1);
  if (span.from != kNoChannel) __builtin_prefetch(&sums_[span.from], 1);
}

void SpanStatistics::span_began(const FlitSpan& span) {
  auto& [spans, sweep] = watch();
  const ChannelId c = span.channel;
  if (span.from != kNoChannel) {
    const bool flows = spans.flows(span.from, span.begin);
    sweep.input(span.from, span.begin, flows);
    if (!flows) {
      look_at_buffer(spans, span.from, span.begin - 1);
    } else if (sums_[span.from].peak == 0) {
      sums_[span.from].peak = 1;  // streaming flits occupy one slot
    }
  } else {
    sweep.injection(c, span.begin);
  }
  if (span.head()) {
    if (spans.channel(c).owned == 0) sums_[c].owned_since = span.begin;
    if (span.from == kNoChannel && span.number < Worm::kFirstSignal) ++sums_[c].messages;
  }
  if (--spans_until_told_ == 0) tell_all(span.begin);
  if (spans.full(c)) spans.trim(c, told_);
  if (span.from != kNoChannel && spans.full(span.from)) spans.trim(span.from, told_);
  spans.add(span);
}

void SpanStatistics::span_ended(const FlitSpan& span) {
  RecentSpans& spans = watch().spans;
  ChannelSum& link = sums_[span.channel];
  link.flits += repeats_.cycles(span.begin, span.end());
  spans.close(span);
  if (watch_->sweep.gated() && span.tail() && span.from != kNoChannel) watch_->sweep.tail_passed(span);
  if (span.tail() && spans.channel(span.channel).owned == 0) {
    link.busy += repeats_.cycles(link.owned_since, span.tail_due() + 1);
    link.owned_since = ChannelSum::kFree;
  }
}

void SpanStatistics::phase_loaded(const Phase& phase, std::uint32_t first_number) {
  if (!counted_ && watch().sweep.gated()) watch().sweep.load(phase, first_number);
}

/// A buffer is fullest before the first flit of a span leaves.
void SpanStatistics::look_at_buffer(const RecentSpans& spans, ChannelId c, Cycle now) {
  std::int32_t& peak = sums_[c].peak;
  if (spans.at_most_buffered(c) > peak) peak = std::max(peak, spans.buffered(c, now));
}

/// Reports all stalls before this cycle, so that earlier spans can be dropped.
void SpanStatistics::tell_all(Cycle now) {
  for (NodeId node = 0; node < hardware_.topology.nodes(); ++node) watch().sweep.router(node, now);
  told_ = now;
  spans_until_told_ = kSpansKept * table_.size();
}

void SpanStatistics::spans_finished(Cycle) {
  if (watch_) finish_spans();
  for (ChannelId c = 0; c < table_.size(); ++c) {
    NodeStatistics& node = nodes_[table_.node(c)];
    if (table_.injection(c)) {
      node.flits_injected += sums_[c].flits;
      node.messages_sent += sums_[c].messages;
    } else if (table_.ejection(c)) {
      node.flits_ejected += sums_[c].flits;
      // The node interface takes every flit in the cycle of its arrival.
      sums_[c].peak = sums_[c].flits != 0;
    }
  }
}

void SpanStatistics::finish_spans() {
  const RecentSpans& spans = watch_->spans;
  Cycle last = 0;  // cycles after the last flit are not counted
  for (ChannelId c = 0; c < table_.size(); ++c) {
    if (const auto* const newest = spans.newest(c)) last = std::max(last, newest->last);
  }
  tell_all(last + 1);
  for (ChannelId c = 0; c < table_.size(); ++c) {
    if (!table_.ejection(c)) look_at_buffer(spans, c, last - 1);
  }
}

void SpanStatistics::delivered(Cycle, const Worm& worm) {
  if (!worm.is_signal()) ++nodes_[worm.destination].messages_received;
}

void SpanStatistics::stalled(const Stall& stall) {
  sums_[stall.wanted].stalled_by(stall.cause) += repeats_.cycles(stall.cycle, stall.cycle + stall.cycles);
  if (listener_ != nullptr) listener_->stalled(stall);
}

LinkStatistics SpanStatistics::link(ChannelId channel, Cycle last_cycle) const {
  const ChannelSum& sum = sums_[channel];
  const auto [allocation, credit, preemption, arbitration] = sum.stalled;
  LinkStatistics result{sum.flits, sum.busy, 0, credit, allocation, preemption, arbitration, sum.peak};
  if (!table_.exists(table_.node(channel), table_.port(channel))) return result;
  if (sum.owned_since != ChannelSum::kFree) result.busy += last_cycle - repeats_.real(sum.owned_since) + 1;
  result.idle = last_cycle + 1 - result.busy;
  return result;
}

}  // namespace torusim
