#include "models/watch/message_events.h"

#include <algorithm>
#include <tuple>

namespace torusim {

MessageEvents::MessageEvents(const FlitHistory& history) : history_(history) {
  const auto& worms = history.worms();
  for (WormIndex i = 0; i < worms.size(); ++i) {
    if (worms[i].tail_out >= 0) tails_.push_back({worms[i].tail_out, i, true});
    if (worms[i].sent >= 0) tails_.push_back({worms[i].sent, i, false});
  }
  std::sort(tails_.begin(), tails_.end(), [&](const Tail& a, const Tail& b) {
    return std::tuple(a.cycle, !a.delivered, worms[a.worm].number) <
           std::tuple(b.cycle, !b.delivered, worms[b.worm].number);
  });
}

/// The first that fits, in the cycle; none: kUnknown.
template <typename Fits>
MessageEvent MessageEvents::find(StepKind kind, Cycle cycle, Fits fits) const {
  MessageEvent found;
  auto tail = std::lower_bound(tails_.begin(), tails_.end(), cycle,
                               [](const Tail& tail, Cycle c) { return tail.cycle < c; });
  for (; tail != tails_.end() && tail->cycle == cycle; ++tail) {
    if (!fits(history_.worms()[tail->worm], tail->delivered)) continue;
    if (found.worm == kNoIndex) {
      found = {kind, cycle, tail->worm, tail->delivered, 0};
    } else {
      ++found.also;
    }
  }
  return found;
}

/// Barriers follow each other at once where phases are empty, so the last message may lie several latencies
/// back; without any, the run began with them.
template <typename Fits>
MessageEvent MessageEvents::behind_barrier(Cycle cycle, const RunTiming& timing, Fits fits) const {
  Cycle before = cycle - timing.barrier;
  while (before > 0) {
    const MessageEvent event = find(StepKind::kBarrier, before, fits);
    if (event.worm != kNoIndex) return event;
    if (timing.barrier == 0) return {};
    before -= timing.barrier;
  }
  if (before < 0) return {};
  MessageEvent begin;
  begin.kind = StepKind::kBarrier;
  return begin;
}

MessageEvent MessageEvents::before_start(WormIndex index, const RunTiming& timing) const {
  const WormRecord& worm = history_.worms()[index];
  const Cycle start = worm.started;
  if (worm.is_signal()) {
    const auto triggered = [&](const WormRecord& other, bool delivered) {
      return !other.is_signal() && (delivered ? other.destination : other.source) == worm.source;
    };
    MessageEvent event = find(StepKind::kReceive, start, triggered);
    if (event.worm != kNoIndex && !event.delivered) event.kind = StepKind::kSend;
    return event;
  }
  const auto came = [&](const WormRecord& other, bool delivered) {
    return delivered && other.destination == worm.source;
  };
  MessageEvent event = find(StepKind::kSignal, start, [&](const WormRecord& other, bool delivered) {
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

MessageEvent MessageEvents::before_end(const RunTiming& timing) const {
  const auto any = [](const WormRecord&, bool) { return true; };
  const MessageEvent event = find(StepKind::kReceive, timing.cycles, any);
  return event.worm != kNoIndex ? event : behind_barrier(timing.cycles, timing, any);
}

}  // namespace torusim
