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
      latest(channels * vcs) {}

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
    ChannelPast* const out = past_out(span);
    if (out != nullptr && out->extends_out != kNoChannel) settle(kept_->past[out->extends_out]);
    if (span.head() || !extend(span)) open_stream(span);
    if (slow_.latest.empty()) return;
    const LinkTime link = table_.link(span.channel);
    Cycle& arrives = slow_.latest[static_cast<std::size_t>(span.channel)];
    arrives = link.arrival(span.begin, arrives);
    if (arrives != span.begin + link.delay) slow_.waiting[slow_key(span.channel, span.begin)] = arrives;
  });
}

void FlitHistory::open_stream(const FlitSpan& span) {
  ChannelPast& past = kept_->past[span.channel];
  ChannelPast* const out = past_out(span);
  const StreamIndex older = past.newest, older_out = out == nullptr ? kNoIndex : out->newest_out;
  if (span.head()) {
    past.open = static_cast<StreamIndex>(kept_->passages.size());
    open_passage(span, older, older_out);
    ++past.worms;
  } else {
    LatestPassage& latest = this->latest(span);
    past.open = latest.last_stream = kLater + static_cast<StreamIndex>(kept_->later.size());
    ++latest.streams;
    kept_->later.push_back({span.begin, latest.passage, span.first, 1, older, older_out,
                            static_cast<std::uint32_t>(span.channel), 0});
  }
  past.newest = past.open;
  past.second = older;
  if (out == nullptr) return;
  out->newest_out = past.open;
  out->second_out = older_out;
}

/// Adds the flit to the worm's latest stream, if that goes on in every second cycle. At most one other stream
/// begins meanwhile on its channel, and one out of its buffer.
bool FlitHistory::extend(const FlitSpan& span) {
  ChannelPast& past = kept_->past[span.channel];
  ChannelPast* const out = past_out(span);
  const StreamIndex index = latest(span).last_stream;
  if (index == kNoIndex || (index != past.newest && index != past.second)) return false;
  if (out != nullptr && index != out->newest_out && index != out->second_out) return false;
  FlitStream& stream = kept_->later[index - kLater];
  const bool goes_on = span.begin == stream.end() + 1 && span.first == stream.first + stream.count;
  if (!goes_on || (stream.count > 1 && stream.alternate == 0) || stream.cycle < repeated_to_) return false;
  stream.alternate = 1;
  ++stream.count;
  past.open = kNoIndex;
  past.extends = &span;
  if (out != nullptr) out->extends_out = span.channel;
  return true;
}

/// The latest flit of a stream is the only one of its span, or begins a stream of its own.
void FlitHistory::settle(ChannelPast& past) {
  const FlitSpan& span = *std::exchange(past.extends, nullptr);
  if (ChannelPast* const out = past_out(span)) out->extends_out = kNoChannel;
  if (span.last == span.begin) return;
  FlitStream& stream = kept_->later[latest(span).last_stream - kLater];
  if (--stream.count == 1) stream.alternate = 0;
  open_stream(span);
}

void FlitHistory::open_passage(const FlitSpan& span, StreamIndex older, StreamIndex older_out) {
  LatestPassage& latest = this->latest(span);
  note_streams(latest);
  const WormIndex worm = index_of(span.number);
  WormRecord& record = kept_->worms[worm];
  const auto index = static_cast<PassageIndex>(kept_->passages.size());
  kept_->passages.push_back(
      {span.begin, worm, span.channel, record.last, latest.passage, older, older_out, 1});
  if (record.last == kNoIndex) {
    record.first = index;
    record.injected = repeats_.real(span.begin);
  }
  latest = {index, kNoIndex, 0};
  record.last = index;
  ++record.channels;
}

void FlitHistory::note_streams(const LatestPassage& latest) {
  if (latest.streams == 0) return;
  MoreOfPassage& more = this->more(kept_->passages[latest.passage]);
  more.streams = latest.streams;
  more.last_stream = latest.last_stream;
}

void FlitHistory::spans_finished(Cycle) {
  keep([&] {
    for (const LatestPassage& latest : kept_->latest) note_streams(latest);
  });
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
    if (past.extends != nullptr) settle(past);
    const auto count = static_cast<std::uint32_t>(span.count());
    if (past.open != kNoIndex && !is_first(past.open)) kept_->later[past.open - kLater].count = count;
    const bool first = past.open != kNoIndex && is_first(past.open);
    if (!first && !span.tail()) return;
    WormPassage& passage = kept_->passages[latest(span).passage];
    if (first) {
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
  const PassageIndex owner = kept_->latest[static_cast<std::size_t>(channel) * hardware_.vcs() + vc].passage;
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
    const auto add = [&](Cycle begin, std::uint32_t cycles) {
      const auto before = std::exchange(passage.last_wait, static_cast<std::uint32_t>(waits.size()));
      waits.push_back({begin, cycles, at, blocker, before, static_cast<std::uint32_t>(stall.wanted), 0,
                       static_cast<std::uint32_t>(stall.cause)});
      ++passage.waits;
    };
    if (open != nullptr && open->blocker == blocker) {
      if (!goes_on && alternates(*open, stall)) {
        open->alternate = 1;
        ++open->cycles;
        return;
      }
      if (goes_on && open->alternate != 0) {
        if (--open->cycles == 1) open->alternate = 0;
        add(stall.cycle - 1, 1);
        open = &waits.back();
      }
      if (goes_on && stall.cycles <= Wait::kLongest - open->cycles) {
        open->cycles += static_cast<std::uint32_t>(stall.cycles);
        return;
      }
    }
    const Cycle end = stall.cycle + stall.cycles;
    for (Cycle begin = stall.cycle; begin < end; begin = waits.back().end()) {
      add(begin, static_cast<std::uint32_t>(std::min<Cycle>(end - begin, Wait::kLongest)));
    }
  });
}

/// Whether a stall is another wait of one cycle, two cycles behind the last.
bool FlitHistory::alternates(const Wait& wait, const Stall& stall) const {
  const bool single = stall.cycles == 1 && (wait.alternate != 0 || wait.cycles == 1);
  return single && stall.cycle == wait.end() + 1 && wait.begin >= repeated_to_ &&
         wait.cause() == stall.cause && wait.wanted == static_cast<std::uint32_t>(stall.wanted) &&
         wait.cycles < Wait::kLongest;
}

}  // namespace torusim
