#include "models/watch/recent_spans.h"

#include <algorithm>
#include <array>
#include <limits>

namespace torusim {
namespace {

/// a <= b for numbers that wrap around.
bool not_after(std::uint32_t a, std::uint32_t b) { return static_cast<std::int32_t>(b - a) >= 0; }

constexpr std::int32_t kMany = std::numeric_limits<std::int32_t>::max();

/// The number of a span's flits that were on the channel by `cycle`.
template <typename Span>
std::uint32_t count_until(const Span& span, Cycle cycle) {
  const Cycle end = std::min(span.last, cycle);
  return end < span.begin ? 0 : static_cast<std::uint32_t>(end - span.begin + 1);
}

}  // namespace

RecentSpans::RecentSpans(const Hardware& hardware, const ChannelTable& table)
    : vc_count_(static_cast<std::size_t>(hardware.vcs())),
      asks_for_worms_(hardware.bubbles()),
      credit_time_(ChannelTable::ejection_round_trip(hardware) + 3),
      channels_(static_cast<std::size_t>(table.size())),
      vcs_(channels_.size() * vc_count_) {
  for (ChannelId c = 0; c < table.size(); ++c) {
    channel(c).link = table.link(c);
    channel(c).ejection = table.ejection(c);
  }
}

void RecentSpans::add(const FlitSpan& span) {
  Channel& on = channel(span.channel);
  Vc& vc = this->vc(span.channel, span.vc);
  if (span.head()) {
    vc.hop = 0;
    vc.owner_since = span.begin;
    vc.tail_at = kNever;
    vc.owner = span.number;
    vc.owner_flits = span.flits;
    vc.owner_sent = 0;
    on.owned |= std::uint64_t{1} << span.vc;
  }
  if (span.from != kNoChannel) leave(span, vc);
  const Sent* const before = newest(span.channel);
  const Cycle arrives = on.link.arrival(
      span.begin, before == nullptr ? LinkTime::kNoFlit : on.arrival(*before, before->count() - 1));
  on.sent.push() = {span.begin, span.last, arrives,  span.worm, span.number, span.flits,
                    span.first, vc.sent,   on.ended, vc.hop,    span.vc};
  on.open = &span;
  on.vc = span.vc;
  on.arrives = arrives;
  on.before = on.ended;
  if (!on.ejection) on.filled |= std::uint64_t{1} << span.vc;
}

/// Records that the flits of a span leave their buffer; `vc` is their next virtual channel.
void RecentSpans::leave(const FlitSpan& span, Vc& vc) {
  Channel& out = channel(span.from);
  if (out.open_out != nullptr) out.gone.newest().last = out.open_out->last;
  this->vc(span.from, out.out_vc).left += out.newest_gone();
  out.out_before = out.all_gone();
  Vc& from = this->vc(span.from, span.from_vc);
  out.gone.push() = {span.begin, span.last, span.number, from.left, out.out_before, span.from_vc};
  out.open_out = &span;
  out.out_vc = span.from_vc;
  if (!span.head()) return;
  from.next = span.channel;
  from.next_vc = span.vc;
  vc.hop = static_cast<std::uint16_t>(from.hop + 1);
  // If a later worm has come to the buffer since, the hop of the worm's own span is the right one.
  const Sent* const came = from.owner == span.number ? nullptr : holder(span.from, span.from_vc, from.left);
  if (came != nullptr) vc.hop = static_cast<std::uint16_t>(came->hop + 1);
}

void RecentSpans::close(const FlitSpan& span) {
  Channel& on = channel(span.channel);
  Vc& vc = this->vc(span.channel, span.vc);
  const std::uint32_t flits = Channel::flits(span);
  on.sent.newest().last = span.last;
  on.open = nullptr;
  on.ended += flits;
  vc.sent += flits;
  vc.owner_sent += flits;
  if (span.from != kNoChannel && channel(span.from).open_out == &span) {
    Channel& out = channel(span.from);
    out.gone.newest().last = span.last;
    out.open_out = nullptr;
    out.out_count = flits;
  }
  if (!span.tail()) return;
  vc.tail_at = span.tail_due();
  on.owned &= ~(std::uint64_t{1} << span.vc);
}

void RecentSpans::shorten(ChannelId c, int v, std::uint32_t flits) {
  vc(c, v).owner_flits -= flits;
  const Channel& channel = this->channel(c);
  if (channel.vc == v && !channel.sent.empty()) channel.sent.newest().flits -= flits;
}

void RecentSpans::trim(ChannelId c, Cycle now) {
  Channel& channel = this->channel(c);
  const Cycle past = now - channel.link.delay - credit_time_;  // a credit, or a flit on its way, is no older
  newest(c);
  newest_out(c);
  std::array<std::uint32_t, Hardware::kMaxVcs> gone;  // flits that have left the far buffer, by VC
  std::uint64_t known = 0;
  while (channel.sent.size() > 1) {
    const Sent& oldest = channel.sent.oldest();
    if (oldest.last >= past) break;
    const std::uint64_t bit = std::uint64_t{1} << oldest.vc;
    if (!channel.ejection && (known & bit) == 0)
      gone[oldest.vc] = left(c, oldest.vc, now - 2 - (asks_for_worms_ ? channel.link.delay + 1 : 0));
    known |= bit;
    // The flits of the span are in the far buffer, or have been until now.
    if (!channel.ejection && !not_after(oldest.vc_before + oldest.count(), gone[oldest.vc])) break;
    channel.sent.forget_oldest();
  }
  while (channel.gone.size() > 1 && channel.gone.oldest().last < past) channel.gone.forget_oldest();
}

std::uint32_t RecentSpans::sent(ChannelId c, int v, Cycle until) const {
  std::uint32_t result = vc(c, v).sent;
  for (const Sent& r : latest(c)) {
    if (r.vc != v) continue;
    result = r.vc_before;
    if (r.begin <= until) return result + count_until(r, until);
  }
  return result;
}

std::uint32_t RecentSpans::left(ChannelId c, int v, Cycle until) const {
  std::uint32_t result = vc(c, v).left;
  for (const Gone& r : latest_out(c)) {
    if (r.from_vc != v) continue;
    result = r.left_before;
    if (r.begin <= until) return result + count_until(r, until);
  }
  return result;
}

std::int32_t RecentSpans::buffered(ChannelId c, Cycle now) const {
  std::uint32_t came = 0, went = 0;
  const LinkTime link = channel(c).link;
  for (const Sent& r : latest(c)) {
    came = r.all_before;
    if (r.arrives > now) continue;
    const Cycle arrived = (now - r.arrives) / link.interval + 1;
    came += static_cast<std::uint32_t>(std::min(arrived, r.last - r.begin + 1));
    break;
  }
  for (const Gone& r : latest_out(c)) {
    went = r.out_before;
    if (r.begin > now) continue;
    went += count_until(r, now);
    break;
  }
  return static_cast<std::int32_t>(came - went);
}

std::int32_t RecentSpans::at_most_buffered(ChannelId c) const {
  const Channel& channel = this->channel(c);
  if (channel.sent.empty()) return 0;
  return channel.running() ? kMany : static_cast<std::int32_t>(channel.all_sent() - channel.all_gone());
}

bool RecentSpans::flows(ChannelId c, Cycle now) const {
  const Channel& channel = this->channel(c);
  if (channel.sent.empty() || channel.filled != std::uint64_t{1} << channel.vc) return false;
  if (Channel::is_running(channel.open_out)) return false;
  const std::uint32_t left = channel.all_gone() - channel.before;  // flits of the newest span
  return static_cast<std::int32_t>(left) >= 0 &&
         channel.arrives + Cycle{left} * channel.link.interval + 1 >= now;
}

const RecentSpans::Sent* RecentSpans::holder(ChannelId c, int v, std::uint32_t n) const {
  const Sent* found = nullptr;
  for (const Sent& r : latest(c)) {
    if (r.vc != v) continue;
    if (not_after(r.vc_before, n)) {
      if (r.last == kNever || !not_after(r.vc_before + r.count(), n)) found = &r;
      break;
    }
  }
  return found;
}

Cycle RecentSpans::sent_at(ChannelId c, int v, std::uint32_t n) const {
  const Sent* const r = holder(c, v, n);
  return r == nullptr ? kNever : r->begin + static_cast<Cycle>(n - r->vc_before);
}

Cycle RecentSpans::left_at(ChannelId c, int v, std::uint32_t n) const {
  for (const Gone& r : latest_out(c)) {
    if (r.from_vc != v || !not_after(r.left_before, n)) continue;
    const bool reaches = r.last == kNever || !not_after(r.left_before + r.count(), n);
    return reaches ? r.begin + static_cast<Cycle>(n - r.left_before) : kNever;
  }
  return kNever;
}

Held<const RecentSpans::Sent*> RecentSpans::carried(ChannelId c, Cycle now) const {
  Cycle until = kNever;
  for (const Sent& r : latest(c)) {
    if (r.begin <= now) {
      if (r.last >= now) return {&r, r.last + 1};
      break;
    }
    until = r.begin;
  }
  return {nullptr, until};
}

Held<std::uint32_t> RecentSpans::owner(ChannelId c, int v, Cycle now) const {
  const Vc& vc = this->vc(c, v);
  if (vc.owner_since < now) {
    Cycle tail = vc.tail_at;
    const Sent* const on = newest(c);
    if (tail == kNever && on != nullptr && on->vc == v && on->tail()) tail = on->tail_due();
    if (vc.owner_since < 0 || tail < now) return {kNone, kNever};
    return {vc.owner, tail == kNever ? kNever : tail + 1};
  }
  Cycle later = kNever;  // begin of the next span
  const Sent* next = nullptr;
  for (const Sent& r : latest(c)) {
    if (r.vc != v) continue;
    if (r.begin < now) {
      if (!r.tail()) return {r.number, std::max(later, now + 1)};  // the caller must ask again
      if (r.tail_due() >= now) return {r.number, r.tail_due() + 1};
      break;
    }
    next = &r;
    later = r.begin;
  }
  // The previous span may have been dropped, but its worm continues.
  if (next != nullptr && next->first != 0) return {next->number, std::max(later, now + 1)};
  return {kNone, later == kNever ? kNever : later + 1};  // owned from the cycle after the head's
}

Held<std::uint32_t> RecentSpans::first_worm(ChannelId c, int v, Cycle now) const {
  const bool ejection = channel(c).ejection;
  const std::uint32_t gone = ejection ? sent(c, v, now - 1) : left(c, v, now - 1);
  const auto gone_at = [&](std::uint32_t n) { return ejection ? sent_at(c, v, n) : left_at(c, v, n); };
  const Vc& vc = this->vc(c, v);
  const Sent *r = nullptr, *next = nullptr;
  Cycle later = kNever;
  std::uint32_t next_head = 0;  // number of the head behind `r`
  for (const Sent& each : latest(c)) {
    if (each.vc != v) continue;
    if (each.begin < now && not_after(each.vc_before, gone)) {
      r = &each;
      break;
    }
    next = &each;
    later = each.begin;
    if (each.first == 0) next_head = each.vc_before;
  }
  // An owner that has become shorter has spans of its former length.
  const auto tail_of = [&](const Sent& span) {
    return (span.number == vc.owner ? span.vc_before - span.first + vc.owner_flits : next_head) - 1;
  };
  std::uint32_t number, tail;
  if (r == nullptr && next != nullptr && next->first != 0) {
    number = next->number;
    tail = tail_of(*next);
  } else if (r == nullptr) {
    // The span was dropped after all its flits left; its worm continues if the tail is still to come.
    if (vc.owner_since < 0 || vc.owner_since >= now || vc.tail_at < now) {
      return {kNone, later == kNever ? kNever : later + 1};
    }
    number = vc.owner;
    tail = vc.sent - vc.owner_sent + vc.owner_flits - 1;
  } else {
    number = r->number;
    tail = tail_of(*r);
    // All sent flits of the span have left, including the tail: the VC is empty.
    if (!not_after(gone, tail)) return {kNone, later == kNever ? kNever : later + 1};
  }
  const Cycle over = gone_at(tail);
  return {number, over == kNever ? kNever : over + 1};
}

}  // namespace torusim
