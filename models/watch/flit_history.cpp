#include "models/watch/flit_history.h"

#include <algorithm>
#include <utility>

namespace torusim {
namespace {

constexpr std::size_t kResidentSpans = std::size_t{48} << 20;

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
    ChannelPast& past = kept_->past[span.channel];
    ChannelPast* const out = past_out(span);
    // One flit leaves a buffer in a cycle, so the span before is over.
    if (out != nullptr && out->open_out != nullptr) settle(*out->open_out);
    past.open = &span;
    if (out != nullptr) out->open_out = &span;
    if (span.head()) {
      open_passage(span);
      ++past.worms;
    }
    if (slow_.latest.empty()) return;
    const LinkTime link = table_.link(span.channel);
    Cycle& arrives = slow_.latest[static_cast<std::size_t>(span.channel)];
    arrives = link.arrival(span.begin, arrives);
    if (arrives != span.begin + link.delay) slow_.waiting[slow_key(span.channel, span.begin)] = arrives;
  });
}

void FlitHistory::open_passage(const FlitSpan& span) {
  const WormIndex worm = index_of(span.number);
  WormRecord& record = kept_->worms[worm];
  const auto index = static_cast<PassageIndex>(kept_->passages.size());
  const auto [older, older_out] = append(index, span);
  const PassageIndex before = std::exchange(latest(span.channel, span.vc), index);
  kept_->passages.push_back({span.begin, worm, span.channel, record.last, before, older, older_out, 1});
  if (record.last == kNoIndex) {
    record.first = index;
    record.injected = repeats_.real(span.begin);
  }
  record.last = index;
  ++record.channels;
}

/// Adds a span that is over to the streams.
void FlitHistory::settle(const FlitSpan& span) {
  kept_->past[span.channel].open = nullptr;
  if (ChannelPast* const out = past_out(span)) out->open_out = nullptr;
  const PassageIndex passage = latest(span.channel, span.vc);
  const auto count = static_cast<std::uint32_t>(span.count());
  if (FlitStream* const stream = span.head() || count > 1 ? nullptr : alternating(span, passage)) {
    stream->alternate = 1;
    ++stream->count;
    return;
  }
  WormPassage& of = kept_->passages[passage];
  if (span.head() && of.flits < WormPassage::kMore && count < WormPassage::kMore) {
    of.flits = count;
  } else if (span.head()) {
    more(of).flits = count;
  } else {
    MoreOfPassage& more = this->more(of);
    ++more.streams;
    more.last_stream = kLater + static_cast<StreamIndex>(kept_->later.size());
    const auto [older, older_out] = append(more.last_stream, span);
    kept_->later.push_back({span.begin, passage, span.first, count, older, older_out, span.channel, 0});
  }
}

/// The stream is the newest of its channel and out of its buffer. Returns those before.
std::pair<StreamIndex, StreamIndex> FlitHistory::append(StreamIndex stream, const FlitSpan& span) {
  ChannelPast& past = kept_->past[span.channel];
  past.second = std::exchange(past.newest, stream);
  ChannelPast* const out = past_out(span);
  if (out != nullptr) out->second_out = std::exchange(out->newest_out, stream);
  return {past.second, out == nullptr ? kNoIndex : out->second_out};
}

/// The worm's latest stream, if the only flit of a span goes on with it in every second cycle. At most one
/// stream has begun since on its channel, and one out of its buffer.
FlitStream* FlitHistory::alternating(const FlitSpan& span, PassageIndex passage) {
  const ChannelPast& past = kept_->past[span.channel];
  const ChannelPast* const out = past_out(span);
  for (const StreamIndex index : {past.newest, past.second}) {
    if (index == kNoIndex || is_first(index)) continue;
    FlitStream& stream = kept_->later[index - kLater];
    if (stream.passage != passage || stream.end() + 1 != span.begin) continue;
    if (out != nullptr && index != out->newest_out && index != out->second_out) return nullptr;
    const bool may = (stream.count == 1 || stream.alternate != 0) && repeats_.all_over(stream.cycle);
    return may ? &stream : nullptr;
  }
  return nullptr;
}

MoreOfPassage& FlitHistory::more(WormPassage& passage) {
  if (passage.flits < WormPassage::kMore) {
    const auto index = static_cast<std::uint32_t>(kept_->more.size());
    kept_->more.push_back({.flits = passage.flits});
    passage.flits = WormPassage::kMore + index;
  }
  return kept_->more[passage.flits - WormPassage::kMore];
}

void FlitHistory::span_ended(const FlitSpan& span) {
  keep([&] {
    ChannelPast& past = kept_->past[span.channel];
    past.flits += repeats_.cycles(span.begin, span.end());
    if (!slow_.latest.empty()) {
      slow_.latest[static_cast<std::size_t>(span.channel)] +=
          (span.count() - 1) * table_.link(span.channel).interval;
    }
    if (past.open != nullptr) settle(span);
    if (!span.tail()) return;
    const WormPassage& passage = kept_->passages[latest(span.channel, span.vc)];
    if (passage.upstream == kNoIndex) kept_->worms[passage.worm].sent = repeats_.real(span.tail_due());
  });
}

void FlitHistory::skipped(ChannelId channel, int vc, std::uint32_t flits) {
  if (overflowed() || !table_.injection(channel)) return;
  kept_->worms[kept_->passages[latest(channel, vc)].worm].brief_flits -= flits;
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
    if (stall.hop < 0) return;  // the streams of the injection channel show the blocker
    const bool nobodys = stall.blocker == Stall::kNobody || stall.blocker == stall.worm;
    if (stall.cause == StallCause::kCredit && nobodys) return;
    const WormIndex blocker = worm_index(stall.blocker);
    const PassageIndex at = passage_of(stall, worm);
    MoreOfPassage& passage = more(kept_->passages[at]);
    Wait* open = passage.last_wait == kNoIndex ? nullptr : &waits[passage.last_wait];
    const bool goes_on = open != nullptr && open->end() == stall.cycle && open->cause() == stall.cause;
    if (stall.cause == StallCause::kPreemption && !goes_on) {
      worm.preemptions += static_cast<std::int32_t>(repeats_.series(stall.cycle, stall.cycle + 1).times);
    }
    const auto add = [&](Cycle begin, std::uint32_t cycles, ChannelId wanted) {
      const auto before = std::exchange(passage.last_wait, static_cast<std::uint32_t>(waits.size()));
      waits.push_back({begin, cycles, at, blocker, before, static_cast<std::uint32_t>(wanted), 0,
                       static_cast<std::uint32_t>(stall.cause)});
      ++passage.waits;
    };
    if (open != nullptr && open->blocker == blocker) {
      if (!goes_on && alternates(*open, stall)) {
        open->alternate = 1;
        ++open->cycles;
        return;
      }
      if (goes_on && open->alternate != 0) {  // its last cycle begins a longer wait
        open->alternate = --open->cycles > 1;
        add(stall.cycle - 1, 1, static_cast<ChannelId>(open->wanted));
        open = &waits.back();
      }
      if (goes_on && stall.cycles <= Wait::kLongest - open->cycles) {
        open->cycles += static_cast<std::uint32_t>(stall.cycles);
        return;
      }
    }
    const Cycle end = stall.cycle + stall.cycles;
    for (Cycle begin = stall.cycle; begin < end; begin = waits.back().end()) {
      add(begin, static_cast<std::uint32_t>(std::min<Cycle>(end - begin, Wait::kLongest)), stall.wanted);
    }
  });
}

/// Whether a stall is another wait of one cycle, two cycles behind the last.
bool FlitHistory::alternates(const Wait& wait, const Stall& stall) const {
  const bool single = stall.cycles == 1 && (wait.alternate != 0 || wait.cycles == 1);
  return single && stall.cycle == wait.end() + 1 && repeats_.all_over(wait.begin) &&
         wait.cause() == stall.cause && wait.wanted == static_cast<std::uint32_t>(stall.wanted) &&
         wait.cycles < Wait::kLongest;
}

}  // namespace torusim
