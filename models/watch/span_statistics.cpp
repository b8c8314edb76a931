#include "models/watch/span_statistics.h"

#include <algorithm>

namespace torusim {

SpanStatistics::SpanStatistics(const Hardware& hardware, StallListener* listener)
    : hardware_(hardware),
      table_(hardware),
      listener_(listener),
      spans_(hardware_, table_),
      sweep_(hardware_, table_, spans_, *this),
      tallies_(static_cast<std::size_t>(table_.size())),
      stalls_(tallies_.size()),
      spans_until_told_(kSpansKept * table_.size()),
      nodes_(static_cast<std::size_t>(hardware.topology.nodes())) {}

void SpanStatistics::span_due(const FlitSpan& span, bool soon) {
  spans_.fetch(span.channel, span.vc, soon);
  if (span.from != kNoChannel) spans_.fetch(span.from, span.from_vc, soon);
  if (soon) return;
  __builtin_prefetch(&tallies_[span.channel], 1);
  if (span.from != kNoChannel) __builtin_prefetch(&tallies_[span.from], 1);
}

void SpanStatistics::span_began(const FlitSpan& span) {
  const ChannelId c = span.channel;
  if (span.from != kNoChannel) {
    sweep_.input(span.from, span.begin);
    look_at_buffer(span.from, span.begin - 1);
  } else {
    sweep_.injection(c, span.begin);
  }
  if (span.head()) {
    if (spans_.channel(c).owned == 0) tallies_[c].owned_since = span.begin;
    if (span.from == kNoChannel && span.number < Worm::kFirstSignal) ++nodes_[table_.node(c)].messages_sent;
  }
  if (--spans_until_told_ == 0) tell_all(span.begin);
  if (spans_.full(c)) spans_.trim(c, told_);
  if (span.from != kNoChannel && spans_.full(span.from)) spans_.trim(span.from, told_);
  spans_.add(span);
}

void SpanStatistics::span_ended(const FlitSpan& span) {
  Tally& link = tallies_[span.channel];
  link.flits += span.count();
  spans_.close(span);
  if (span.tail() && spans_.channel(span.channel).owned == 0) {
    link.busy += span.tail_due() - link.owned_since + 1;
  }
}

/// A buffer is fullest before a flit leaves that follows none.
void SpanStatistics::look_at_buffer(ChannelId c, Cycle now) {
  std::int32_t& peak = tallies_[c].peak;
  if (spans_.at_most_buffered(c) > peak) peak = std::max(peak, spans_.buffered(c, now));
}

/// Everybody asks now of what came before, so it need not be kept.
void SpanStatistics::tell_all(Cycle now) {
  for (NodeId node = 0; node < hardware_.topology.nodes(); ++node) sweep_.router(node, now);
  told_ = now;
  spans_until_told_ = kSpansKept * table_.size();
}

void SpanStatistics::spans_finished(Cycle) {
  Cycle last = 0;  // cycles after the last flit are not counted
  for (ChannelId c = 0; c < table_.size(); ++c) {
    if (const auto* const newest = spans_.newest(c)) last = std::max(last, newest->last);
  }
  tell_all(last + 1);
  for (ChannelId c = 0; c < table_.size(); ++c) {
    NodeStatistics& node = nodes_[table_.node(c)];
    if (table_.injection(c)) node.flits_injected += tallies_[c].flits;
    if (table_.ejection(c)) {
      node.flits_ejected += tallies_[c].flits;
      // The node interface takes every flit in the cycle of its arrival.
      tallies_[c].peak = tallies_[c].flits != 0;
    } else {
      look_at_buffer(c, last - 1);
    }
  }
}

void SpanStatistics::delivered(Cycle, const Worm& worm) {
  if (!worm.is_signal()) ++nodes_[worm.destination].messages_received;
}

void SpanStatistics::stalled(const Stall& stall) {
  LinkStatistics& wanted = stalls_[stall.wanted];
  switch (stall.cause) {
    case StallCause::kAllocation:
      wanted.stalled_allocation += stall.cycles;
      break;
    case StallCause::kCredit:
      wanted.stalled_credit += stall.cycles;
      break;
    case StallCause::kPreemption:
      wanted.stalled_preemption += stall.cycles;
      break;
    case StallCause::kArbitration:
      wanted.stalled_arbitration += stall.cycles;
      break;
  }
  if (listener_ != nullptr) listener_->stalled(stall);
}

LinkStatistics SpanStatistics::link(ChannelId channel, Cycle last_cycle) const {
  const Tally& tally = tallies_[channel];
  LinkStatistics result = stalls_[channel];
  result.flits = tally.flits;
  result.busy = tally.busy;
  result.peak_occupancy = tally.peak;
  if (!table_.exists(table_.node(channel), table_.port(channel))) return result;
  if (spans_.channel(channel).owned != 0) result.busy += last_cycle - tally.owned_since + 1;
  result.idle = last_cycle + 1 - result.busy;
  return result;
}

}  // namespace torusim
