#pragma once
/// The events for observers. Most observers need spans, which cost nothing while routers sleep. Observers of
/// single flits receive moves, which slabs keep (slabs.h).

#include <algorithm>
#include <vector>

#include "models/contract/open_spans.h"

namespace torusim::fast {

class MoveLog {
 public:
  /// `spans`: report spans to the observers that want them, except `counted`. This level knows spans only
  /// without foreign routers.
  MoveLog(const Hardware& hardware, const std::vector<Observer*>& observers, bool spans,
          const Observer* counted)
      : watched_(std::any_of(observers.begin(), observers.end(), [](auto* o) { return o->wants_moves(); })),
        spans_(hardware, spans ? span_observers(observers, counted) : std::vector<Observer*>()) {
    for (const Observer* observer : observers) {
      if (observer->wants_spans() && observer != counted) from_ = std::min(from_, observer->spans_from());
    }
  }

  /// Whether an observer needs moves. Otherwise slabs keep none.
  bool watched() const { return watched_; }
  /// Whether an observer needs moves or spans, now or later.
  bool on() const { return watched_ || spans_.anybody(); }
  /// Whether the observers need no moves and know repeats (repeats.h).
  bool repeats() const { return !watched_ && spans_.repeats(); }
  /// The receiver of spans; null without an observer of spans, or before its first cycle.
  OpenSpans* spans() { return tells_ ? &spans_ : nullptr; }
  /// Cycle `now` begins; its flits are on channels in the next cycle.
  void begin_cycle(Cycle now) {
    // Other threads read tells_ for every flit, so it is written only when it changes.
    if (const bool tells = spans_.anybody() && now + 1 >= from_; tells != tells_) tells_ = tells;
  }

 private:
  const bool watched_;
  OpenSpans spans_;
  Cycle from_ = FlitSpan::kRunning;
  bool tells_ = false;
};

}  // namespace torusim::fast
