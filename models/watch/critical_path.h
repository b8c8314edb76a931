#pragma once
/// The critical path of a run: the chain of waits and transfers that led to its last event.
/// docs/explanation.md has the rules of the walk from the end to cycle 0; every cycle of the run belongs to
/// exactly one step. The walk goes through a repeat of the run (repeats.h) until it comes back to where it
/// was a number of periods later, and leaves out as many as it can.

#include <vector>

#include "models/watch/flit_history.h"
#include "models/watch/path_step.h"

namespace torusim {

struct Step {
  StepKind kind = StepKind::kUnknown;
  Cycle begin = 0, end = 0;
  WormIndex worm = kNoIndex;                ///< the worm of the step; none: barriers of empty phases
  ChannelId channel = ChannelTable::kNone;  ///< the channel that the worm enters or waits for
  /// The blocking worm; for kReceive, kSend, kSignal and kBarrier: the awaited message, to which the previous
  /// steps belong.
  WormIndex blocker = kNoIndex;
  std::int32_t also = 0;  ///< for these four kinds: number of other messages that ended in the same cycle
  /// Above 1: the step stands for several of its worm (kMostSingly), the first of which begins in `begin` and
  /// the last of which ends in `end`; `sum` has their cycles.
  std::int64_t times = 1;
  Cycle sum = 0;

  Cycle cycles() const { return times == 1 ? end - begin : sum; }
  /// Time blocked by other worms.
  bool blocked() const { return kind >= StepKind::kAllocation && kind <= StepKind::kArbitration; }
};

struct CriticalPath {
  /// In the order of their begins. Their cycles add up to the run's, without gaps except in steps that stand
  /// for several.
  std::vector<Step> steps;
  Cycle cycles(StepKind kind) const;
  Cycle blocked() const;
};

/// The critical path of a completed run. `history` must not have overflowed.
CriticalPath critical_path(const FlitHistory& history, const RunTiming& timing);

const char* to_text(StepKind kind);

}  // namespace torusim
