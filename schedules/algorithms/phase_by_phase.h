#pragma once
/// A schedule that is computed phase by phase; `info_.phases` says how many there are.

#include "schedules/algorithms/algorithm.h"

namespace torusim {

class PhaseByPhase : public AlgorithmSchedule {
 public:
  bool next(Phase& phase) override {
    if (at_ == info_.phases) return false;
    phase.signals.clear();
    phase.barrier_before = at_ > 0;
    make(phase);
    ++at_;
    return true;
  }
  void rewind() override { at_ = 0; }

 protected:
  /// Writes the name and the transfers of phase `at_`. It has no signals yet, and a barrier before it unless
  /// it is the first.
  virtual void make(Phase& phase) = 0;

  int at_ = 0;  // from 0
};

}  // namespace torusim
