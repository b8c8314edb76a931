#pragma once
/// A reduction as a schedule, from its first half: time runs backwards.
///
/// A gossip is a reduce-scatter whose phases come in reverse order and whose transfers lead from their
/// destinations back to their sources; a broadcast is a reduce. An all-reduce is both, one after the other:
/// chunks add up on the way in, and the sums are stored on the way out. What the first half claims of its
/// channels and paths holds for the second, which uses the opposite channels.

#include <memory>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/reduction/gatherings.h"

namespace torusim {

class Reduction : public PhaseByPhase {
 public:
  /// `kind` is what the gathering is for, all-reduce, or the gossip or broadcast that it is in reverse.
  /// Phases are named R1, R2, .. on the way in and G1, G2, .. on the way out.
  Reduction(std::unique_ptr<Gathering> gathering, Collective::Kind kind);

 private:
  void make(Phase& phase) override;
  std::unique_ptr<Gathering> gathering_;
  int ways_in_;  // phases on the way in
};

/// The same runs from the last to the first, each the other way.
Route reversed(const Route& route);
/// Lets every transfer of the phase lead from its destination back to its source.
void reverse(Phase& phase, bool adds);

}  // namespace torusim
