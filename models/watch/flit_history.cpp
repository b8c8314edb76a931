#include "models/watch/flit_history.h"

#include <algorithm>
#include <utility>

namespace torusim {
namespace {

constexpr std::size_t kResidentSpans = std::size_t{48} << 20;

/// Parts of passages that are listed at once.
constexpr std::size_t kMostParts = std::size_t{1} << 20;

}  // namespace

FlitHistory::Kept::Kept(const std::filesystem::path& scratch, std::uint64_t most_bytes, std::size_t channels,
                        std::size_t vcs)
    : file(scratch, most_bytes, kResidentSpans),
      worms(file),
      messages(file),
      signals(file),
      passages(file),
      more(file),
      later(file),
      waits(file),
      past(channels),
      latest(channels * vcs, kNoIndex) {}

FlitHistory::FlitHistory(const Hardware& hardware, const std::filesystem::path& scratch,
                         std::uint64_t most_bytes)
    : hardware_(hardware),
      table_(hardware),
      scratch_(scratch),
      kept_(std::make_unique<Kept>(scratch, most_bytes, table_.size(), hardware.vcs())) {
  if (hardware.slow_links) slow_.latest.assign(static_cast<std::size_t>(table_.size()), LinkTime::kNoFlit);
}

template <typename Note>
void FlitHistory::keep(Note note) {
  if (overflowed()) return;
  try {
    note();
  } catch (const SpillFile::Full&) {
    kept_ = std::make_unique<Kept>(scratch_, 0, 0, 0);
    overflowed_ = true;
  }
}

std::uint32_t& FlitHistory::index_of(std::uint32_t number) {
  auto& indices = number >= Worm::kFirstSignal ? kept_->signals : kept_->messages;
  const std::size_t at = number & ~Worm::kFirstSignal;
  if (at >= indices.size()) indices.resize(at + 1, kNoIndex);
  return indices[at];
}

WormIndex FlitHistory::worm_index(std::uint32_t number) {
  return number == Stall::kNobody ? kNoIndex : index_of(number);
}

void FlitHistory::started(Cycle cycle, const Worm& worm) {
  keep([&] {
    index_of(worm.number) = static_cast<WormIndex>(kept_->worms.size());
    WormRecord record;
    record.number = worm.number;
    record.flits = record.brief_flits = worm.flits;
    record.source = worm.source;
    record.destination = worm.destination;
    record.phase = worm.phase;
    record.message_class = worm.message_class;
    record.blocks = worm.blocks;
    record.hops = worm.route.hops(hardware_.topology);
    record.started = cycle;
    kept_->worms.push_back(record);
  });
}

void FlitHistory::delivered(Cycle cycle, const Worm& worm) {
  if (overflowed()) return;
  WormRecord& record = kept_->worms[index_of(worm.number)];
  record.head_out = worm.head_out;
  record.tail_out = cycle;
}

void FlitHistory::span_began(const FlitSpan& span) {
  keep([&] {
    PassageIndex& latest = kept_->latest[static_cast<std::size_t>(span.channel) * hardware_.vcs() + span.vc];
    ChannelPast& past = kept_->past[span.channel];
    StreamIndex older_out = kNoIndex;
    StreamIndex* const newest_out = span.from == kNoChannel ? &older_out : &kept_->past[span.from].newest_out;
    const StreamIndex older = past.newest;
    if (span.head()) {
      past.newest = static_cast<StreamIndex>(kept_->passages.size());
      open_passage(span, latest, older, *newest_out);
      ++past.worms;
    } else {
      past.newest = kLater + static_cast<StreamIndex>(kept_->later.size());
      kept_->later.push_back({span.begin, latest, span.first, 1, older, *newest_out, span.channel});
      MoreOfPassage& more = this->more(kept_->passages[latest]);
      more.last_stream = past.newest;
      ++more.streams;
    }
    *newest_out = past.newest;
    if (slow_.latest.empty()) return;
    const LinkTime link = table_.link(span.channel);
    Cycle& arrives = slow_.latest[static_cast<std::size_t>(span.channel)];
    arrives = link.arrival(span.begin, arrives);
    if (arrives != span.begin + link.delay) slow_.waiting[slow_key(span.channel, span.begin)] = arrives;
  });
}

void FlitHistory::open_passage(const FlitSpan& span, PassageIndex& latest, StreamIndex older,
                               StreamIndex older_out) {
  const WormIndex worm = index_of(span.number);
  WormRecord& record = kept_->worms[worm];
  const auto index = static_cast<PassageIndex>(kept_->passages.size());
  kept_->passages.push_back({span.begin, worm, span.channel, record.last, latest, older, older_out, 1});
  if (record.last == kNoIndex) {
    record.first = index;
    record.injected = repeats_.real(span.begin);
  }
  record.last = latest = index;
  ++record.channels;
}

MoreOfPassage& FlitHistory::more(WormPassage& passage) {
  if (passage.flits < WormPassage::kMore) {
    const auto index = static_cast<std::uint32_t>(kept_->more.size());
    kept_->more.push_back({.flits = passage.flits});
    passage.flits = WormPassage::kMore + index;
  }
  return kept_->more[passage.flits - WormPassage::kMore];
}

MoreOfPassage FlitHistory::more_of(PassageIndex passage) const {
  const std::uint32_t flits = kept_->passages[passage].flits;
  if (flits < WormPassage::kMore) return {.flits = flits};
  return kept_->more[flits - WormPassage::kMore];
}

void FlitHistory::span_ended(const FlitSpan& span) {
  keep([&] {
    ChannelPast& past = kept_->past[span.channel];
    past.flits += repeats_.cycles(span.begin, span.end());
    if (!slow_.latest.empty()) {
      slow_.latest[static_cast<std::size_t>(span.channel)] +=
          (span.count() - 1) * table_.link(span.channel).interval;
    }
    const auto count = static_cast<std::uint32_t>(span.count());
    PassageIndex index = past.newest;
    if (!is_first(past.newest)) {
      FlitStream& stream = kept_->later[past.newest - kLater];
      stream.count = count;
      index = stream.passage;
    }
    WormPassage& passage = kept_->passages[index];
    if (is_first(past.newest)) {
      if (passage.flits < WormPassage::kMore && count < WormPassage::kMore) {
        passage.flits = count;
      } else {
        more(passage).flits = count;
      }
    }
    if (span.tail() && passage.upstream == kNoIndex) {
      kept_->worms[passage.worm].sent = repeats_.real(span.tail_due());
    }
  });
}

void FlitHistory::skipped(ChannelId channel, int vc, std::uint32_t flits) {
  if (overflowed() || !table_.injection(channel)) return;
  const PassageIndex owner = kept_->latest[static_cast<std::size_t>(channel) * hardware_.vcs() + vc];
  kept_->worms[kept_->passages[owner].worm].brief_flits -= flits;
}

/// The passage behind whose channel the stalled flit stands; for a worm at its source, the injection channel.
PassageIndex FlitHistory::passage_of(const Stall& stall, const WormRecord& worm) const {
  PassageIndex index = worm.last;
  for (int hop = worm.channels - 1; hop > std::max(stall.hop, 0); --hop) {
    index = kept_->passages[index].upstream;
  }
  return index;
}

void FlitHistory::stalled(const Stall& stall) {
  keep([&] {
    auto& waits = kept_->waits;
    const WormIndex index = index_of(stall.worm);
    WormRecord& worm = kept_->worms[index];
    worm.stalls[static_cast<int>(stall.cause)] += repeats_.cycles(stall.cycle, stall.cycle + stall.cycles);
    const WormIndex blocker = worm_index(stall.blocker);
    if (stall.cause == StallCause::kCredit && (blocker == kNoIndex || blocker == index)) return;
    if (stall.hop < 0) return;  // the streams of the injection channel show the blocker
    const PassageIndex at = passage_of(stall, worm);
    MoreOfPassage& passage = more(kept_->passages[at]);
    Wait* const open = passage.last_wait == kNoIndex ? nullptr : &waits[passage.last_wait];
    const bool goes_on = open != nullptr && open->end() == stall.cycle && open->cause() == stall.cause;
    if (stall.cause == StallCause::kPreemption && !goes_on) {
      worm.preemptions += static_cast<std::int32_t>(repeats_.series(stall.cycle, stall.cycle + 1).times);
    }
    if (goes_on && open->blocker == blocker && stall.cycles <= Wait::kLongest - open->cycles) {
      open->cycles += static_cast<std::uint32_t>(stall.cycles);
      return;
    }
    const Cycle end = stall.cycle + stall.cycles;
    for (Cycle begin = stall.cycle; begin < end; begin = waits.back().end()) {
      const auto cycles = static_cast<std::uint32_t>(std::min<Cycle>(end - begin, Wait::kLongest));
      const auto before = std::exchange(passage.last_wait, static_cast<std::uint32_t>(waits.size()));
      waits.push_back({begin, cycles, at, blocker, before, static_cast<std::uint32_t>(stall.wanted),
                       static_cast<std::uint32_t>(stall.cause)});
      ++passage.waits;
    }
  });
}

FlitStream FlitHistory::stream(StreamIndex index) const {
  if (!is_first(index)) return later(index);
  const WormPassage& passage = kept_->passages[index];
  return {passage.cycle, index, 0, first_flits(passage), passage.older, passage.older_out, passage.channel};
}

std::vector<PassageIndex> FlitHistory::passages_on(ChannelId channel) const {
  std::vector<PassageIndex> passages;
  for (int vc = 0; vc < hardware_.vcs(); ++vc) {
    PassageIndex p = kept_->latest[static_cast<std::size_t>(channel) * hardware_.vcs() + vc];
    for (; p != kNoIndex; p = kept_->passages[p].before) passages.push_back(p);
  }
  std::ranges::sort(passages);
  return passages;
}

std::vector<PassageIndex> FlitHistory::way(WormIndex worm) const {
  std::vector<PassageIndex> way;
  for (PassageIndex p = kept_->worms[worm].last; p != kNoIndex; p = kept_->passages[p].upstream) {
    way.push_back(p);
  }
  std::ranges::reverse(way);
  return way;
}

PassageIndex FlitHistory::next(PassageIndex passage) const {
  PassageIndex next = kNoIndex;
  for (PassageIndex p = kept_->worms[kept_->passages[passage].worm].last; p != passage;
       p = kept_->passages[p].upstream) {
    next = p;
  }
  return next;
}

std::vector<Wait> FlitHistory::waits_of(PassageIndex passage) const {
  const MoreOfPassage more = more_of(passage);
  std::vector<Wait> waits(more.waits);
  std::uint32_t at = more.last_wait;
  for (auto wait = waits.rbegin(); wait != waits.rend(); ++wait) {
    *wait = kept_->waits[at];
    at = wait->before;
  }
  return waits;
}

const FlitHistory::Parts& FlitHistory::parts_of(PassageIndex passage) const {
  if (parts_size_ > kMostParts) {
    parts_.clear();
    parts_size_ = 0;
  }
  const auto [found, is_new] = parts_.try_emplace(passage);
  Parts& parts = found->second;
  if (!is_new) return parts;
  const MoreOfPassage more = more_of(passage);
  parts.streams.resize(more.streams);
  parts.waits.resize(more.waits);
  parts_size_ += more.streams + more.waits;
  std::uint32_t at = more.last_wait;
  for (auto wait = parts.waits.rbegin(); wait != parts.waits.rend(); ++wait) {
    *wait = at;
    at = kept_->waits[at].before;
  }
  at = more.last_stream;
  for (auto part = parts.streams.rbegin(); part != parts.streams.rend(); ++part) {
    while (stream(at).passage != passage) at = stream(at).older;
    *part = at;
    at = later(at).older;
  }
  return parts;
}

FlitStream FlitHistory::stream_with(PassageIndex index, std::uint32_t flit) const {
  const std::vector<StreamIndex>& streams = parts_of(index).streams;
  const auto behind =
      std::ranges::partition_point(streams, [&](StreamIndex s) { return later(s).first <= flit; });
  return behind == streams.begin() ? stream(index) : later(*(behind - 1));
}

Cycle FlitHistory::on_wire(PassageIndex passage, std::uint32_t flit) const {
  const FlitStream stream = stream_with(passage, flit);
  return stream.cycle + (flit - stream.first);
}

Cycle FlitHistory::arrival(PassageIndex passage, std::uint32_t flit) const {
  const FlitStream stream = stream_with(passage, flit);
  const ChannelId channel = kept_->passages[passage].channel;
  const LinkTime link = table_.link(channel);
  const auto waited = slow_.waiting.find(slow_key(channel, stream.cycle));
  const Cycle first = waited == slow_.waiting.end() ? stream.cycle + link.delay : waited->second;
  return first + Cycle{flit - stream.first} * link.interval;
}

const Wait* FlitHistory::latest_wait(PassageIndex index, Cycle cycle) const {
  const auto& waits = parts_of(index).waits;
  const auto behind =
      std::ranges::partition_point(waits, [&](std::uint32_t w) { return kept_->waits[w].begin <= cycle; });
  return behind == waits.begin() ? nullptr : &kept_->waits[*(behind - 1)];
}

std::uint32_t FlitHistory::flits_within(PassageIndex index, Cycle begin, Cycle end) const {
  const std::vector<StreamIndex>& streams = parts_of(index).streams;
  const auto before = [&](Cycle cycle) -> std::uint32_t {
    const auto behind =
        std::ranges::partition_point(streams, [&](StreamIndex s) { return later(s).cycle < cycle; });
    const FlitStream stream = behind == streams.begin() ? this->stream(index) : later(*(behind - 1));
    return stream.first +
           static_cast<std::uint32_t>(std::clamp<Cycle>(cycle - stream.cycle, 0, stream.count));
  };
  return before(end) - before(begin);
}

Cycle FlitHistory::ended(PassageIndex passage) const {
  const MoreOfPassage more = more_of(passage);
  const Cycle end = stream(more.streams == 0 ? passage : more.last_stream).end();
  return repeats_.real(end - 1) + 1;
}

}  // namespace torusim
