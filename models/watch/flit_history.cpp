#include "models/watch/flit_history.h"

#include <algorithm>
#include <utility>

namespace torusim {
namespace {

constexpr std::size_t kResidentSpans = std::size_t{48} << 20;
constexpr std::size_t kOften = std::size_t{1} << 18;  // records between two times that memory is given back

/// The first n < count for which `behind` holds, if it holds for all after that one; else count.
template <typename Behind>
std::uint32_t first_behind(std::uint32_t count, Behind behind) {
  std::uint32_t low = 0;
  while (low < count) {
    const std::uint32_t middle = low + (count - low) / 2;
    if (behind(middle)) {
      count = middle;
    } else {
      low = middle + 1;
    }
  }
  return low;
}

}  // namespace

FlitHistory::Kept::Kept(const std::filesystem::path& scratch, std::size_t most_bytes, std::size_t channels,
                        std::size_t vcs)
    : file(scratch, most_bytes, kResidentSpans),
      worms(file),
      messages(file),
      signals(file),
      passages(file),
      streams(file),
      waits(file),
      by_passage(file),
      waits_by_passage(file),
      newest(channels, kNoIndex),
      newest_out(channels, kNoIndex),
      latest(channels * vcs, kNoIndex) {}

FlitHistory::FlitHistory(const Hardware& hardware, const std::filesystem::path& scratch,
                         std::size_t most_bytes)
    : hardware_(hardware),
      table_(hardware),
      scratch_(scratch),
      kept_(std::make_unique<Kept>(scratch, most_bytes, table_.size(), hardware.vcs())) {}

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

void FlitHistory::phase_began(Cycle, int phase, const std::string& name) {
  if (phase_names_.size() <= static_cast<std::size_t>(phase)) phase_names_.resize(phase + 1);
  phase_names_[phase] = name;
}

void FlitHistory::started(Cycle cycle, const Worm& worm) {
  keep([&] {
    index_of(worm.number) = static_cast<WormIndex>(kept_->worms.size());
    WormRecord record;
    record.number = worm.number;
    record.flits = worm.flits;
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
    if (span.head()) open_passage(span, latest);
    const auto index = static_cast<std::uint32_t>(kept_->streams.size());
    FlitStream stream{span.begin, latest, span.first, 1, kept_->newest[span.channel], kNoIndex};
    if (span.from != kNoChannel) {
      stream.older_out = kept_->newest_out[span.from];
      kept_->newest_out[span.from] = index;
    }
    kept_->streams.push_back(stream);
    kept_->newest[span.channel] = index;
    ++kept_->passages[latest].streams;
  });
}

void FlitHistory::open_passage(const FlitSpan& span, PassageIndex& latest) {
  auto& passages = kept_->passages;
  const WormIndex worm = index_of(span.number);
  WormRecord& record = kept_->worms[worm];
  const auto index = static_cast<PassageIndex>(passages.size());
  WormPassage opened;
  opened.worm = worm;
  opened.channel = span.channel;
  opened.vc = span.vc;
  opened.upstream = record.last;
  opened.before = latest;
  if (record.last != kNoIndex) opened.hop = static_cast<std::uint16_t>(passages[record.last].hop + 1);
  passages.push_back(opened);
  if (record.last == kNoIndex) {
    record.first = index;
    record.injected = span.begin;
  } else {
    passages[record.last].next = index;
  }
  record.last = latest = index;
}

void FlitHistory::span_ended(const FlitSpan& span) {
  if (overflowed()) return;
  FlitStream& stream = kept_->streams[kept_->newest[span.channel]];
  stream.count = static_cast<std::uint32_t>(span.count());
  if (!span.tail()) return;
  const WormPassage& passage = kept_->passages[stream.passage];
  if (passage.hop == 0) kept_->worms[passage.worm].sent = span.tail_due();
}

/// The channel behind which the stalled flit stands; of a worm at its source, the injection channel.
WormPassage& FlitHistory::passage_of(const Stall& stall, WormIndex worm, PassageIndex& index) {
  index = kept_->worms[worm].last;
  while (kept_->passages[index].hop > std::max(stall.hop, 0)) index = kept_->passages[index].upstream;
  return kept_->passages[index];
}

void FlitHistory::stalled(const Stall& stall) {
  keep([&] {
    auto& waits = kept_->waits;
    const WormIndex index = index_of(stall.worm);
    WormRecord& worm = kept_->worms[index];
    worm.stalls[static_cast<int>(stall.cause)] += stall.cycles;
    const WormIndex blocker = worm_index(stall.blocker);
    if (stall.cause == StallCause::kCredit && (blocker == kNoIndex || blocker == index)) return;
    if (stall.hop < 0) return;  // the channel itself shows who was on it
    PassageIndex at;
    WormPassage& passage = passage_of(stall, index, at);
    Wait* const open = passage.last_wait == kNoIndex ? nullptr : &waits[passage.last_wait];
    const bool goes_on = open != nullptr && open->end() == stall.cycle && open->cause() == stall.cause;
    if (stall.cause == StallCause::kPreemption && !goes_on) ++worm.preemptions;
    if (goes_on && open->blocker == blocker && stall.cycles <= Wait::kLongest - open->cycles) {
      open->cycles += static_cast<std::uint32_t>(stall.cycles);
      return;
    }
    const Cycle end = stall.cycle + stall.cycles;
    for (Cycle begin = stall.cycle; begin < end; begin = waits.back().end()) {
      passage.last_wait = static_cast<std::uint32_t>(waits.size());
      const auto cycles = static_cast<std::uint32_t>(std::min<Cycle>(end - begin, Wait::kLongest));
      waits.push_back({begin, cycles, at, blocker, static_cast<std::uint32_t>(stall.wanted),
                       static_cast<std::uint32_t>(stall.cause)});
      ++passage.waits;
    }
  });
}

/// Of each passage the streams and the waits are in the order of time already.
void FlitHistory::finish() {
  keep([&] {
    std::uint32_t streams = 0, waits = 0;
    auto& passages = kept_->passages;
    for (std::size_t p = 0; p < passages.size(); ++p) {
      if (p % kOften == 0) kept_->file.relax();
      passages[p].first_stream = streams;
      passages[p].first_wait = waits;
      streams += std::exchange(passages[p].streams, 0);
      waits += std::exchange(passages[p].waits, 0);
    }
    kept_->by_passage.resize(streams);
    kept_->waits_by_passage.resize(waits);
    std::uint32_t at = 0;
    for (const FlitStream& stream : kept_->streams) {
      if (at % kOften == 0) kept_->file.relax();
      WormPassage& passage = passages[stream.passage];
      kept_->by_passage[passage.first_stream + passage.streams++] = at++;
    }
    at = 0;
    for (const Wait& wait : kept_->waits) {
      if (at % kOften == 0) kept_->file.relax();
      WormPassage& passage = passages[wait.passage];
      kept_->waits_by_passage[passage.first_wait + passage.waits++] = at++;
    }
  });
}

const FlitStream& FlitHistory::stream_with(PassageIndex index, std::uint32_t flit) const {
  const WormPassage& passage = kept_->passages[index];
  const std::uint32_t behind =
      first_behind(passage.streams, [&](std::uint32_t n) { return stream_of(passage, n).first > flit; });
  return stream_of(passage, behind - 1);
}

Cycle FlitHistory::on_wire(PassageIndex passage, std::uint32_t flit) const {
  const FlitStream& stream = stream_with(passage, flit);
  return stream.cycle + (flit - stream.first);
}

const Wait* FlitHistory::latest_wait(PassageIndex index, Cycle cycle) const {
  const WormPassage& passage = kept_->passages[index];
  const std::uint32_t behind =
      first_behind(passage.waits, [&](std::uint32_t n) { return wait_of(passage, n).begin > cycle; });
  return behind == 0 ? nullptr : &wait_of(passage, behind - 1);
}

}  // namespace torusim
