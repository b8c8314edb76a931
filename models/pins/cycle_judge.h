#pragma once
/// The interface of a network's owner at the pins level, which is called in every cycle and decides when the
/// network ends.

#include "models/contract/hardware.h"

namespace torusim::pins {

class CycleJudge {
 public:
  virtual ~CycleJudge() = default;
  /// A flit moved in this cycle.
  virtual void progressed(Cycle now) = 0;
  /// The scoreboard has a failure, found on the pins in the middle of cycle `now`.
  virtual void found_fault(Cycle now) = 0;
  /// Cycle `now` has been simulated. No event is possible before cycle `next` (MessageSource::kNever: none at
  /// all).
  virtual void cycle_ended(Cycle now, Cycle next) = 0;
};

}  // namespace torusim::pins
