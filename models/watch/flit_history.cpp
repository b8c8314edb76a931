#include "models/watch/flit_history.h"

#include <algorithm>

namespace torusim {

FlitHistory::FlitHistory(const Hardware& hardware, std::size_t most_bytes)
    : hardware_(hardware),
      table_(hardware),
      most_bytes_(most_bytes),
      open_stream_(static_cast<std::size_t>(table_.size()), kNoIndex),
      owner_(static_cast<std::size_t>(table_.size()) * hardware.vcs(), kNoIndex),
      last_(owner_.size(), kNoIndex) {}

bool FlitHistory::grow(std::size_t bytes) {
  if (overflowed_) return false;
  bytes_ += bytes;
  if (bytes_ <= most_bytes_) return true;
  overflowed_ = true;
  worms_ = {};
  messages_ = signals_ = open_stream_ = open_wait_ = {};
  passages_ = {};
  streams_ = {};
  waits_ = {};
  before_ = owner_ = last_ = {};
  return false;
}

std::uint32_t& FlitHistory::index_of(std::uint32_t number) {
  auto& indices = number >= Worm::kFirstSignal ? signals_ : messages_;
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
  if (!grow(sizeof(WormRecord) + sizeof(std::uint32_t))) return;
  index_of(worm.number) = static_cast<WormIndex>(worms_.size());
  WormRecord& record = worms_.emplace_back();
  record.number = worm.number;
  record.flits = worm.flits;
  record.source = worm.source;
  record.destination = worm.destination;
  record.phase = worm.phase;
  record.message_class = worm.message_class;
  record.blocks = worm.blocks;
  record.hops = worm.route.hops(hardware_.topology);
  record.started = cycle;
}

void FlitHistory::delivered(Cycle cycle, const Worm& worm) {
  if (overflowed_) return;
  WormRecord& record = worms_[index_of(worm.number)];
  record.head_out = worm.head_out;
  record.tail_out = cycle;
}

void FlitHistory::span_began(const FlitSpan& span) {
  if (overflowed_) return;
  const std::size_t vc = static_cast<std::size_t>(span.channel) * hardware_.vcs() + span.vc;
  if (span.head()) {
    if (!grow(sizeof(WormPassage) + 3 * sizeof(std::uint32_t))) return;
    open_passage(span, vc);
  }
  if (!grow(sizeof(FlitStream) + 2 * sizeof(std::uint32_t))) return;
  open_stream_[span.channel] = static_cast<std::uint32_t>(streams_.size());
  streams_.push_back({span.begin, owner_[vc], span.first, 1});
  ++passages_[owner_[vc]].streams;
}

void FlitHistory::open_passage(const FlitSpan& span, std::size_t vc) {
  const WormIndex worm = index_of(span.number);
  WormRecord& record = worms_[worm];
  const auto passage = static_cast<PassageIndex>(passages_.size());
  WormPassage& opened = passages_.emplace_back();
  opened.worm = worm;
  opened.channel = span.channel;
  opened.vc = span.vc;
  opened.upstream = record.last;
  if (record.last == kNoIndex) {
    record.first = passage;
    record.injected = span.begin;
  } else {
    opened.hop = static_cast<std::uint16_t>(passages_[record.last].hop + 1);
    passages_[record.last].next = passage;
  }
  record.last = passage;
  before_.push_back(last_[vc]);
  owner_[vc] = last_[vc] = passage;
  open_wait_.push_back(kNoIndex);
}

void FlitHistory::span_ended(const FlitSpan& span) {
  if (overflowed_) return;
  FlitStream& stream = streams_[open_stream_[span.channel]];
  stream.count = static_cast<std::uint32_t>(span.count());
  const WormPassage& passage = passages_[stream.passage];
  if (span.tail() && passage.hop == 0) worms_[passage.worm].sent = span.tail_due();
}

/// The channel behind which the stalled flit stands; of a worm at its source, the injection channel.
PassageIndex FlitHistory::passage_of(const Stall& stall) {
  PassageIndex passage = worms_[index_of(stall.worm)].last;
  while (passages_[passage].hop > std::max(stall.hop, 0)) passage = passages_[passage].upstream;
  return passage;
}

void FlitHistory::stalled(const Stall& stall) {
  if (overflowed_) return;
  const WormIndex worm = index_of(stall.worm);
  worms_[worm].stalls[static_cast<int>(stall.cause)] += stall.cycles;
  const WormIndex blocker = worm_index(stall.blocker);
  if (stall.cause == StallCause::kCredit && (blocker == kNoIndex || blocker == worm)) return;
  if (stall.hop < 0) return;  // the channel itself shows who was on it
  const PassageIndex passage = passage_of(stall);
  const std::uint32_t open = open_wait_[passage];
  const bool goes_on =
      open != kNoIndex && waits_[open].end == stall.cycle && waits_[open].cause == stall.cause;
  if (stall.cause == StallCause::kPreemption && !goes_on) ++worms_[worm].preemptions;
  if (goes_on && waits_[open].blocker == blocker) {
    waits_[open].end += stall.cycles;
    return;
  }
  if (!grow(sizeof(Wait))) return;
  open_wait_[passage] = static_cast<std::uint32_t>(waits_.size());
  waits_.push_back({stall.cycle, stall.cycle + stall.cycles, passage, stall.wanted, blocker, stall.cause});
}

template <typename ChannelOf>
FlitHistory::Index FlitHistory::index_by(ChannelOf channel_of) const {
  Index index;
  index.first.assign(table_.size() + 1, 0);
  index.streams.resize(streams_.size());
  for (const FlitStream& stream : streams_) {
    const ChannelId channel = channel_of(stream);
    if (channel != ChannelTable::kNone) ++index.first[channel + 1];
  }
  for (ChannelId c = 0; c < table_.size(); ++c) index.first[c + 1] += index.first[c];
  std::vector<std::uint32_t> fill(index.first.begin(), index.first.end() - 1);
  std::vector<std::uint32_t> order(streams_.size());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return streams_[a].cycle < streams_[b].cycle; });
  for (const std::uint32_t i : order) {
    const ChannelId channel = channel_of(streams_[i]);
    if (channel != ChannelTable::kNone) index.streams[fill[channel]++] = i;
  }
  return index;
}

void FlitHistory::finish() {
  open_stream_ = open_wait_ = {};
  std::stable_sort(streams_.begin(), streams_.end(),
                   [](const FlitStream& a, const FlitStream& b) { return a.passage < b.passage; });
  std::stable_sort(waits_.begin(), waits_.end(),
                   [](const Wait& a, const Wait& b) { return a.passage < b.passage; });
  std::uint32_t at = 0;
  for (WormPassage& passage : passages_) {
    passage.first_stream = at;
    at += passage.streams;
  }
  first_wait_.assign(passages_.size() + 1, 0);
  for (const Wait& wait : waits_) ++first_wait_[wait.passage + 1];
  for (std::size_t p = 0; p < passages_.size(); ++p) first_wait_[p + 1] += first_wait_[p];
  on_channel_ = index_by([&](const FlitStream& stream) { return passages_[stream.passage].channel; });
  out_of_channel_ = index_by([&](const FlitStream& stream) {
    const PassageIndex upstream = passages_[stream.passage].upstream;
    return upstream == kNoIndex ? ChannelTable::kNone : passages_[upstream].channel;
  });
}

std::span<const FlitStream> FlitHistory::streams_of(PassageIndex passage) const {
  return {streams_.data() + passages_[passage].first_stream, passages_[passage].streams};
}

std::span<const Wait> FlitHistory::waits_of(PassageIndex passage) const {
  return {waits_.data() + first_wait_[passage], first_wait_[passage + 1] - first_wait_[passage]};
}

std::span<const std::uint32_t> FlitHistory::Index::of(ChannelId channel) const {
  return {streams.data() + first[channel], first[channel + 1] - first[channel]};
}

std::span<const std::uint32_t> FlitHistory::streams_on(ChannelId channel) const {
  return on_channel_.of(channel);
}

Cycle FlitHistory::on_wire(PassageIndex passage, std::uint32_t index) const {
  const auto streams = streams_of(passage);
  const auto behind =
      std::upper_bound(streams.begin(), streams.end(), index,
                       [](std::uint32_t flit, const FlitStream& stream) { return flit < stream.first; });
  const FlitStream& stream = *(behind - 1);
  return stream.cycle + (index - stream.first);
}

const FlitStream* FlitHistory::latest(std::span<const std::uint32_t> streams, Cycle cycle) const {
  const auto behind = std::upper_bound(streams.begin(), streams.end(), cycle,
                                       [&](Cycle c, std::uint32_t i) { return c < streams_[i].cycle; });
  return behind == streams.begin() ? nullptr : &streams_[*(behind - 1)];
}

const FlitStream* FlitHistory::at(std::span<const std::uint32_t> streams, Cycle cycle) const {
  const FlitStream* const stream = latest(streams, cycle);
  return stream != nullptr && cycle < stream->end() ? stream : nullptr;
}

const FlitStream* FlitHistory::latest(ChannelId channel, Cycle cycle) const {
  return latest(on_channel_.of(channel), cycle);
}

const FlitStream* FlitHistory::carried(ChannelId channel, Cycle cycle) const {
  return at(on_channel_.of(channel), cycle);
}

const FlitStream* FlitHistory::drained(ChannelId channel, Cycle cycle) const {
  return at(out_of_channel_.of(channel), cycle);
}

}  // namespace torusim
