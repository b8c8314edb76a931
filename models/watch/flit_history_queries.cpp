// Queries of a history after the end of its run.
#include <algorithm>

#include "models/watch/flit_history.h"

namespace torusim {
namespace {

/// Parts of passages that are listed at once.
constexpr std::size_t kMostParts = std::size_t{1} << 20;

}  // namespace

MoreOfPassage FlitHistory::more_of(PassageIndex passage) const {
  const std::uint32_t flits = kept_->passages[passage].flits;
  if (flits < WormPassage::kMore) return {.flits = flits};
  return kept_->more[flits - WormPassage::kMore];
}

FlitStream FlitHistory::stream(StreamIndex index) const {
  if (!is_first(index)) return later(index);
  const WormPassage& passage = kept_->passages[index];
  return {passage.cycle,     index,           0, first_flits(passage), passage.older,
          passage.older_out, passage.channel, 0};
}

std::vector<PassageIndex> FlitHistory::passages_on(ChannelId channel) const {
  std::vector<PassageIndex> passages;
  for (int vc = 0; vc < hardware_.vcs(); ++vc) {
    for (PassageIndex p = latest(channel, vc); p != kNoIndex; p = kept_->passages[p].before) {
      passages.push_back(p);
    }
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
  return behind == streams.begin() ? stream(index) : later(*(behind - 1)).part_with(flit);
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

std::optional<Wait> FlitHistory::latest_wait(PassageIndex index, Cycle cycle) const {
  const auto& waits = parts_of(index).waits;
  const auto behind =
      std::ranges::partition_point(waits, [&](std::uint32_t w) { return kept_->waits[w].begin <= cycle; });
  if (behind == waits.begin()) return std::nullopt;
  Wait wait = kept_->waits[*(behind - 1)];
  if (wait.alternate == 0) return wait;
  wait.begin += 2 * std::min((cycle - wait.begin) / 2, Cycle{wait.cycles} - 1);
  wait.cycles = 1;
  wait.alternate = 0;
  return wait;
}

std::uint32_t FlitHistory::flits_within(PassageIndex index, Cycle begin, Cycle end) const {
  const std::vector<StreamIndex>& streams = parts_of(index).streams;
  const auto before = [&](Cycle cycle) -> std::uint32_t {
    const auto behind =
        std::ranges::partition_point(streams, [&](StreamIndex s) { return later(s).cycle < cycle; });
    const FlitStream stream = behind == streams.begin() ? this->stream(index) : later(*(behind - 1));
    const Cycle flits = (cycle - stream.cycle + stream.step() - 1) / stream.step();
    return stream.first + static_cast<std::uint32_t>(std::clamp<Cycle>(flits, 0, stream.count));
  };
  return before(end) - before(begin);
}

Cycle FlitHistory::ended(PassageIndex passage) const {
  const MoreOfPassage more = more_of(passage);
  const Cycle end = stream(more.streams == 0 ? passage : more.last_stream).end();
  return repeats_.real(end - 1) + 1;
}

}  // namespace torusim
