// Reports of node interfaces on the flits that they send: moves, spans, counts of stalls.
#include <algorithm>

#include "models/fast/interfaces.h"

namespace torusim::fast {

void Interfaces::report(const Sending& sending, std::uint32_t flit, const Injector& injector) {
  // Injection channel j of the node is "port" ports() + j.
  slab_.moved(worms_[sending.worm], flit, injector.node, injector.port + hardware_.alpha, sending.vc);
}

/// Reports the flit, which is on the channel in the next cycle, to spans.
void Interfaces::show(Cycle now, const Sending& sending, std::uint32_t flit, const Injector& injector) {
  OpenSpans& spans = *moves_.spans();
  const ChannelId id = spans.id(injector.node, injector.port + hardware_.alpha);
  if (flit > 0 && spans.extend(now + 1, id, sending.vc)) return;
  slab_.begin_span(
      spans,
      {.begin = now + 1, .last = now + 1, .worm = &worms_[sending.worm], .channel = id, .vc = sending.vc},
      sending.flits - 1 - flit);
}

/// Whether another worm is on the channel too, between its head and its tail.
bool Interfaces::shared(const Injector& injector, const Sending& by) const {
  return std::any_of(injector.pending.begin(), injector.pending.end(),
                     [&](const Sending& other) { return &other != &by && other.next > 0; });
}

/// What the worms in the sets of a channel stall for.
auto Interfaces::stall_of(std::uint32_t i) const {
  return [channel = channel(injectors_[i])](std::size_t half, int /*vc*/) {
    return StallSets::Stall{channel, half == 0 ? StallCause::kCredit : StallCause::kPreemption};
  };
}

/// Counts the stalls of worms that have begun, in a cycle in which `sending` sends; it may be null.
void Interfaces::count(Cycle now, std::uint32_t i, const Sending* sending) {
  const Injector& injector = injectors_[i];
  std::uint64_t credit = 0, preemption = 0;
  for (const Sending& worm : injector.pending) {
    if (&worm == sending || worm.next == 0) continue;
    // Payload of a circuit waits for the ack, not for another worm.
    if (hardware_.switching == Switching::kCircuit && worm.next == 1) continue;
    const bool room = injector.shared_used < credit_.shared || (injector.below_reserve & bit64(worm.vc)) != 0;
    if (!room) {
      credit |= bit64(worm.vc);
    } else if (sending != nullptr) {
      preemption |= bit64(worm.vc);  // worms of a class go one after the other
    }
  }
  stalled_.change(now, i, {{credit, preemption}}, stall_of(i));
}

void Interfaces::repeat_stalls(NodeId node, const StallSets::Sleep& nap) {
  if (!counts_.on()) return;
  const std::uint32_t first = index(node, 0);
  for (std::uint32_t i = first; i < first + alpha_; ++i) stalled_.repeat(i, nap, stall_of(i));
}

bool Interfaces::finish_counts(Cycle last) {
  bool streams = false;
  for (std::uint32_t i = 0; i < injectors_.size(); ++i) {
    const Injector& injector = injectors_[i];
    streams |= injector.streaming;
    for (const Sending& worm : injector.pending) {
      if (worm.next == 0) continue;
      std::uint32_t gone = worm.next;
      if (injector.streaming && worm.vc == injector.flits.vc) {
        gone += static_cast<std::uint32_t>(last - injector.asleep_since);
      }
      counts_.unfinished(channel(injector), gone);
    }
    stalled_.change(last + 1, i, {}, stall_of(i));
  }
  return streams;
}

void Interfaces::report_sleepers(Cycle cycle) {
  std::sort(sleepers_.begin(), sleepers_.end());  // a channel that has slept twice is listed twice
  sleepers_.erase(std::unique(sleepers_.begin(), sleepers_.end()), sleepers_.end());
  std::erase_if(sleepers_, [&](std::uint32_t i) { return !injectors_[i].streaming; });
  for (const std::uint32_t i : sleepers_) {
    const Injector& injector = injectors_[i];
    if (injector.asleep_since == cycle) continue;  // the channel was awake
    const auto sending = std::find_if(injector.pending.begin(), injector.pending.end(),
                                      [&](const Sending& s) { return s.vc == injector.flits.vc; });
    report(*sending, sending->next + static_cast<std::uint32_t>(cycle - injector.asleep_since - 1), injector);
  }
}

}  // namespace torusim::fast
