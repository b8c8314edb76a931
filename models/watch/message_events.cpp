#include "models/watch/message_events.h"

#include <utility>

namespace torusim {
namespace {

constexpr Cycle kMostBins = 1 << 20;
constexpr std::size_t kResidentEvents = std::size_t{16} << 20;

}  // namespace

MessageEvents::MessageEvents(const FlitHistory& history, Cycle last)
    : history_(history),
      width_(last / kMostBins + 1),
      first_(bin(last) + 2, 0),
      file_(history.scratch(), SpillFile::kMostBytes, kResidentEvents),
      tails_(file_) {
  const auto each_tail = [&](auto call) {
    WormIndex i = 0;
    for (const WormRecord& worm : history_.worms()) {
      if (worm.tail_out >= 0) call(Tail{worm.tail_out, i, true});
      if (worm.sent >= 0) call(Tail{worm.sent, i, false});
      ++i;
    }
  };
  each_tail([&](const Tail& tail) { ++first_[bin(tail.cycle) + 1]; });
  for (std::size_t b = 1; b < first_.size(); ++b) first_[b] += first_[b - 1];
  tails_.resize(first_.back());
  std::vector<std::uint32_t> fill(first_.begin(), first_.end() - 1);
  each_tail([&](const Tail& tail) { tails_[fill[bin(tail.cycle)]++] = tail; });
}

/// The event of the cycle that fits: a delivered tail before a sent tail, then the lowest number; kUnknown if
/// none fits.
template <typename Fits>
AwaitedEvent MessageEvents::find(StepKind kind, Cycle cycle, Fits fits) const {
  AwaitedEvent found;
  if (cycle < 0 || bin(cycle) + 1 >= first_.size()) return found;
  for (std::uint32_t t = first_[bin(cycle)]; t < first_[bin(cycle) + 1]; ++t) {
    const Tail& tail = tails_[t];
    if (tail.cycle != cycle) continue;
    const WormRecord& worm = history_.worms()[tail.worm];
    if (!fits(worm, tail.delivered)) continue;
    const auto rank = [&](bool delivered, WormIndex of) {
      return std::pair(!delivered, history_.worms()[of].number);
    };
    if (found.worm != kNoIndex) {
      ++found.also;
      if (rank(found.delivered, found.worm) <= rank(tail.delivered, tail.worm)) continue;
    }
    found = {kind, cycle, tail.worm, tail.delivered, found.also};
  }
  return found;
}

/// With empty phases barriers follow each other at once, so the last message may be several latencies back.
/// Without a message, the run began with barriers.
template <typename Fits>
AwaitedEvent MessageEvents::behind_barrier(Cycle cycle, const RunTiming& timing, Fits fits) const {
  Cycle before = cycle - timing.barrier;
  while (before > 0) {
    const AwaitedEvent event = find(StepKind::kBarrier, before, fits);
    if (event.worm != kNoIndex) return event;
    if (timing.barrier == 0) return {};
    before -= timing.barrier;
  }
  if (before < 0) return {};
  AwaitedEvent begin;
  begin.kind = StepKind::kBarrier;
  return begin;
}

AwaitedEvent MessageEvents::before_start(WormIndex index, const RunTiming& timing) const {
  const WormRecord& worm = history_.worms()[index];
  const Cycle start = worm.started;
  if (worm.is_signal()) {
    const auto triggered = [&](const WormRecord& other, bool delivered) {
      return !other.is_signal() && (delivered ? other.destination : other.source) == worm.source;
    };
    AwaitedEvent event = find(StepKind::kReceive, start, triggered);
    if (event.worm != kNoIndex && !event.delivered) event.kind = StepKind::kSend;
    return event;
  }
  const auto came = [&](const WormRecord& other, bool delivered) {
    return delivered && other.destination == worm.source;
  };
  AwaitedEvent event = find(StepKind::kSignal, start, [&](const WormRecord& other, bool delivered) {
    return other.is_signal() && other.phase == worm.phase && came(other, delivered);
  });
  if (event.worm != kNoIndex) return event;
  event = find(StepKind::kReceive, start, [&](const WormRecord& other, bool delivered) {
    return !other.is_signal() && other.phase < worm.phase && came(other, delivered);
  });
  if (event.worm != kNoIndex) return event;
  event = find(StepKind::kSend, start, [&](const WormRecord& other, bool delivered) {
    return !delivered && !other.is_signal() && other.source == worm.source && other.phase <= worm.phase;
  });
  if (event.worm != kNoIndex) return event;
  if (timing.sync != Synchronisation::kBarrier && timing.sync != Synchronisation::kLocal) return {};
  return behind_barrier(start, timing, [&](const WormRecord& other, bool) {
    return !other.is_signal() && other.phase < worm.phase;
  });
}

AwaitedEvent MessageEvents::before_end(const RunTiming& timing) const {
  const auto any = [](const WormRecord&, bool) { return true; };
  const AwaitedEvent event = find(StepKind::kReceive, timing.cycles, any);
  return event.worm != kNoIndex ? event : behind_barrier(timing.cycles, timing, any);
}

}  // namespace torusim
