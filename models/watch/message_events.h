#pragma once
/// What a node waited for before it began a message: the tails that were taken, or sent, in the cycle in
/// which it began. Times alone do not say which of them it needed, so the rules of the synchronisation are
/// applied to each.

#include <vector>

#include "models/watch/critical_path.h"

namespace torusim {

/// The tail of `worm` was taken by its destination (`delivered`) or left its source, in `cycle`; without a
/// worm, the run began there.
struct MessageEvent {
  StepKind kind = StepKind::kUnknown;  ///< kReceive, kSend, kSignal, kBarrier, or kUnknown
  Cycle cycle = 0;
  WormIndex worm = kNoIndex;
  bool delivered = true;
  std::int32_t also = 0;  ///< other messages that ended in the same cycle and were waited for as well
};

class MessageEvents {
 public:
  explicit MessageEvents(const FlitHistory& history);

  /// Why the worm's send did not begin earlier.
  MessageEvent before_start(WormIndex worm, const RunTiming& timing) const;
  /// What ended the run.
  MessageEvent before_end(const RunTiming& timing) const;

 private:
  struct Tail {
    Cycle cycle;
    WormIndex worm;
    bool delivered;
  };
  template <typename Fits>
  MessageEvent find(StepKind kind, Cycle cycle, Fits fits) const;
  template <typename Fits>
  MessageEvent behind_barrier(Cycle cycle, const RunTiming& timing, Fits fits) const;

  const FlitHistory& history_;
  std::vector<Tail> tails_;  // by cycle; of one cycle, the taken ones first, each by number
};

}  // namespace torusim
