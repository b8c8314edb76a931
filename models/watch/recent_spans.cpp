#include "models/watch/recent_spans.h"

#include <algorithm>
#include <array>

namespace torusim {
namespace {

/// a <= b for numbers that wrap around.
bool not_after(std::uint32_t a, std::uint32_t b) { return static_cast<std::int32_t>(b - a) >= 0; }

// Spans that a channel keeps at any rate: few where there are very many channels, for memory.
constexpr std::uint16_t kLeast = 24, kLeastOfMany = 8;
constexpr ChannelId kMany = 200'000;

}  // namespace

RecentSpans::RecentSpans(const Hardware& hardware, const ChannelTable& table)
    : table_(table),
      vc_count_(static_cast<std::size_t>(hardware.vcs())),
      least_(table.size() > kMany ? kLeastOfMany : kLeast),
      channels_(static_cast<std::size_t>(table.size()), Channel{.limit = least_}),
      vcs_(channels_.size() * vc_count_) {}

const RecentSpans::Record& RecentSpans::add(const FlitSpan& span) {
  std::uint32_t index;
  if (free_.empty()) {
    index = static_cast<std::uint32_t>(records_.size());
    records_.emplace_back();
  } else {
    index = free_.back();
    free_.pop_back();
  }
  Channel& on = channel(span.channel);
  Vc& vc = this->vc(span.channel, span.vc);
  Record& record = records_[index];
  const Record* const before = at(on.newest);
  record = {span.begin, 0, &span, span.worm, span.number, span.flits, span.first};
  record.vc_before = vc.sent;
  record.all_before = before == nullptr ? 0 : before->all_before + before->count();
  record.channel = span.channel;
  record.from = span.from;
  record.vc = span.vc;
  record.from_vc = span.from_vc;
  record.older = on.newest;
  record.holders = 1;
  on.newest = index;
  ++on.kept;
  if (span.from != kNoChannel) {
    Channel& out = channel(span.from);
    if (const Record* const other = at(out.newest_out)) {
      this->vc(span.from, other->from_vc).left += other->count();
      record.out_before = other->out_before + other->count();
    }
    Vc& from = this->vc(span.from, span.from_vc);
    record.left_before = from.left;
    record.older_out = out.newest_out;
    record.holders = 2;
    out.newest_out = index;
    ++out.kept_out;
    if (span.head()) {
      from.next = span.channel;
      from.next_vc = span.vc;
      vc.hop = static_cast<std::uint16_t>(from.hop + 1);
      // A worm behind it may have come to the buffer since; then the hop of its own span is the right one.
      const Record* const came =
          from.owner == span.number ? nullptr : holder(span.from, span.from_vc, record.left_before);
      if (came != nullptr) vc.hop = static_cast<std::uint16_t>(came->hop + 1);
    }
  } else if (span.head()) {
    vc.hop = 0;
  }
  if (span.head()) {
    vc.owner_since = span.begin;
    vc.tail_at = kNever;
    vc.owner = span.number;
    vc.owner_flits = span.flits;
    vc.owner_sent = 0;
    on.owned |= std::uint64_t{1} << span.vc;
  }
  record.hop = vc.hop;
  if (!table_.ejection(span.channel)) on.filled |= std::uint64_t{1} << span.vc;
  return record;
}

void RecentSpans::close(const FlitSpan& span) {
  Channel& on = channel(span.channel);
  Vc& vc = this->vc(span.channel, span.vc);
  Record& record = records_[on.newest];
  record.closed_last = span.last;
  record.open = nullptr;
  vc.sent += record.count();
  vc.owner_sent += record.count();
  if (!record.tail()) return;
  vc.tail_at = record.tail_due();
  on.owned &= ~(std::uint64_t{1} << span.vc);
}

void RecentSpans::release(std::uint32_t index) {
  if (--records_[index].holders == 0) free_.push_back(index);
}

void RecentSpans::trim(ChannelId c, Cycle now) {
  Channel& channel = this->channel(c);
  const Cycle past = now - table_.delay(c) - 6;  // a credit, or a flit on its way, is no older
  // Behind the last one that is needed all can go.
  const auto cut = [&](std::uint32_t newest, std::uint32_t Record::*older, std::uint16_t& kept, auto needed) {
    std::uint32_t last = newest;
    for (std::uint32_t i = newest; i != kNone; i = records_[i].*older) {
      if (needed(records_[i])) last = i;
    }
    if (last == kNone) return;
    std::uint32_t gone = records_[last].*older;
    records_[last].*older = kNone;
    while (gone != kNone) {
      const std::uint32_t next = records_[gone].*older;
      release(gone);
      --kept;
      gone = next;
    }
  };
  const bool ejection = table_.ejection(c);
  std::array<std::uint32_t, Hardware::kMaxVcs> gone;  // flits that have left the far buffer, by VC
  std::uint64_t known = 0;
  cut(channel.newest, &Record::older, channel.kept, [&](const Record& record) {
    if (record.last() >= past) return true;
    if (ejection) return false;
    const std::uint64_t bit = std::uint64_t{1} << record.vc;
    if ((known & bit) == 0) gone[record.vc] = left(c, record.vc, now - 2);
    known |= bit;
    return !not_after(record.vc_before + record.count(), gone[record.vc]);
  });
  cut(channel.newest_out, &Record::older_out, channel.kept_out,
      [&](const Record& record) { return record.last() >= past; });
  channel.limit = static_cast<std::uint16_t>(
      std::min<int>(0x7FFF, std::max<int>(least_, 2 * (channel.kept + channel.kept_out))));
}

std::uint32_t RecentSpans::sent(ChannelId c, int v, Cycle until) const {
  std::uint32_t result = vc(c, v).sent;
  for (const Record* r = newest(c); r != nullptr; r = older(*r)) {
    if (r->vc != v) continue;
    result = r->vc_before;
    if (r->begin <= until) return result + r->count(until);
  }
  return result;
}

std::uint32_t RecentSpans::left(ChannelId c, int v, Cycle until) const {
  std::uint32_t result = vc(c, v).left;
  for (const Record* r = newest_out(c); r != nullptr; r = at(r->older_out)) {
    if (r->from_vc != v) continue;
    result = r->left_before;
    if (r->begin <= until) return result + r->count(until);
  }
  return result;
}

std::int32_t RecentSpans::buffered(ChannelId c, Cycle now) const {
  std::uint32_t came = 0, went = 0;
  const Cycle sent_until = now - table_.delay(c);
  for (const Record* r = newest(c); r != nullptr; r = older(*r)) {
    came = r->all_before;
    if (r->begin > sent_until) continue;
    came += r->count(sent_until);
    break;
  }
  for (const Record* r = newest_out(c); r != nullptr; r = at(r->older_out)) {
    went = r->out_before;
    if (r->begin > now) continue;
    went += r->count(now);
    break;
  }
  return static_cast<std::int32_t>(came - went);
}

const RecentSpans::Record* RecentSpans::holder(ChannelId c, int v, std::uint32_t n) const {
  const Record* found = nullptr;
  for (const Record* r = newest(c); r != nullptr; r = older(*r)) {
    if (r->vc != v) continue;
    if (not_after(r->vc_before, n)) {
      if (r->last() == kNever || !not_after(r->vc_before + r->count(), n)) found = r;
      break;
    }
  }
  return found;
}

Cycle RecentSpans::sent_at(ChannelId c, int v, std::uint32_t n) const {
  const Record* const r = holder(c, v, n);
  return r == nullptr ? kNever : r->begin + static_cast<Cycle>(n - r->vc_before);
}

Cycle RecentSpans::left_at(ChannelId c, int v, std::uint32_t n) const {
  for (const Record* r = newest_out(c); r != nullptr; r = at(r->older_out)) {
    if (r->from_vc != v || !not_after(r->left_before, n)) continue;
    const bool reaches = r->last() == kNever || !not_after(r->left_before + r->count(), n);
    return reaches ? r->begin + static_cast<Cycle>(n - r->left_before) : kNever;
  }
  return kNever;
}

Held<const RecentSpans::Record*> RecentSpans::carried(ChannelId c, Cycle now) const {
  Cycle until = kNever;
  for (const Record* r = newest(c); r != nullptr; r = older(*r)) {
    if (r->begin <= now) {
      if (r->last() >= now) return {r, r->last() + 1};
      break;
    }
    until = r->begin;
  }
  return {nullptr, until};
}

Held<std::uint32_t> RecentSpans::owner(ChannelId c, int v, Cycle now) const {
  const Vc& vc = this->vc(c, v);
  if (vc.owner_since < now) {
    Cycle tail = vc.tail_at;
    const Record* const on = newest(c);
    if (tail == kNever && on != nullptr && on->vc == v && on->tail()) tail = on->tail_due();
    if (vc.owner_since < 0 || tail < now) return {kNone, kNever};
    return {vc.owner, tail == kNever ? kNever : tail + 1};
  }
  Cycle later = kNever;  // begin of the span behind the one in question
  const Record* next = nullptr;
  for (const Record* r = newest(c); r != nullptr; r = older(*r)) {
    if (r->vc != v) continue;
    if (r->begin < now) {
      if (!r->tail()) return {r->number, std::max(later, now + 1)};  // to be asked again
      if (r->tail_due() >= now) return {r->number, r->tail_due() + 1};
      break;
    }
    next = r;
    later = r->begin;
  }
  // The span before may have been forgotten, but a worm that goes on has begun.
  if (next != nullptr && next->first != 0) return {next->number, std::max(later, now + 1)};
  return {kNone, later == kNever ? kNever : later + 1};  // owned from the cycle after the head's
}

Held<std::uint32_t> RecentSpans::first_worm(ChannelId c, int v, Cycle now) const {
  const bool ejection = table_.ejection(c);
  const std::uint32_t gone = ejection ? sent(c, v, now - 1) : left(c, v, now - 1);
  const auto gone_at = [&](std::uint32_t n) { return ejection ? sent_at(c, v, n) : left_at(c, v, n); };
  const Record *r = nullptr, *next = nullptr;
  Cycle later = kNever;
  for (const Record* each = newest(c); each != nullptr; each = older(*each)) {
    if (each->vc != v) continue;
    if (each->begin < now && not_after(each->vc_before, gone)) {
      r = each;
      break;
    }
    next = each;
    later = each->begin;
  }
  std::uint32_t number, tail;
  if (r == nullptr && next != nullptr && next->first != 0) {
    number = next->number;
    tail = next->vc_before - next->first + next->flits - 1;
  } else if (r == nullptr) {
    // Forgotten: all its flits have left; its worm goes on if its tail is still to come.
    const Vc& vc = this->vc(c, v);
    if (vc.owner_since < 0 || vc.owner_since >= now || vc.tail_at < now) {
      return {kNone, later == kNever ? kNever : later + 1};
    }
    number = vc.owner;
    tail = vc.sent - vc.owner_sent + vc.owner_flits - 1;
  } else {
    number = r->number;
    tail = r->vc_before - r->first + r->flits - 1;
    // All of its flits that were sent have left, its tail among them: then nothing is there.
    if (!not_after(gone, tail)) return {kNone, later == kNever ? kNever : later + 1};
  }
  const Cycle over = gone_at(tail);
  return {number, over == kNever ? kNever : over + 1};
}

}  // namespace torusim
