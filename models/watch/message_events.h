#pragma once
/// The events that a node waited for before it started a message: tails received or sent in the cycle of the
/// start. Times alone do not identify the required event, so the rules of the synchronisation are applied to
/// each event.

#include <vector>

#include "models/watch/flit_history.h"
#include "models/watch/path_step.h"

namespace torusim {

/// The tail of `worm` was taken by its destination (`delivered`) or left its source, in `cycle`. Without a
/// worm, the event is the beginning of the run.
struct AwaitedEvent {
  StepKind kind = StepKind::kUnknown;  ///< kReceive, kSend, kSignal, kBarrier, or kUnknown
  Cycle cycle = 0;
  WormIndex worm = kNoIndex;
  bool delivered = true;
  std::int32_t also = 0;  ///< other messages that ended in the same cycle and were waited for as well
};

class MessageEvents {
 public:
  /// `last`: the run's last cycle.
  MessageEvents(const FlitHistory& history, Cycle last);

  /// The reason why the worm's send did not start earlier.
  AwaitedEvent before_start(WormIndex worm, const RunTiming& timing) const;
  /// The event that ended the run.
  AwaitedEvent before_end(const RunTiming& timing) const;

 private:
  struct Tail {
    Cycle cycle = -1;
    WormIndex worm = kNoIndex;
    bool delivered = false;
  };
  template <typename Fits>
  AwaitedEvent find(StepKind kind, Cycle cycle, Fits fits) const;
  template <typename Fits>
  AwaitedEvent behind_barrier(Cycle cycle, const RunTiming& timing, Fits fits) const;

  std::size_t bin(Cycle cycle) const { return static_cast<std::size_t>(cycle / width_); }

  const FlitHistory& history_;
  Cycle width_ = 1;                   // cycles of a bin
  std::vector<std::uint32_t> first_;  // index of each bin's first tail; and the end
  SpillFile file_;
  SpilledArray<Tail> tails_;  // bin by bin
};

}  // namespace torusim
