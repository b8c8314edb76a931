#pragma once
/// A reduction as a schedule, from its first half: time runs backwards.
///
/// A gossip becomes a reduce-scatter if its phases are reversed and its transfers lead from destination to
/// source. A broadcast becomes a reduce. An all-reduce runs the reduction and then the spread: contributions
/// add up on the way in, and nodes store the sums on the way out. The claims of the first half on channels
/// and paths hold for the second half, which uses the opposite channels.

#include <memory>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/reduction/gatherings.h"

namespace torusim {

class Reduction : public PhaseByPhase {
 public:
  /// `kind` is the collective of the gathering, its reverse (gossip or broadcast), or all-reduce. Phases are
  /// named R1, R2, .. on the way in and G1, G2, .. on the way out.
  Reduction(std::unique_ptr<Gathering> gathering, Collective::Kind kind);

 private:
  void make(Phase& phase) override;
  std::unique_ptr<Gathering> gathering_;
  int ways_in_;  // phases on the way in
};

/// The runs of the route from the last to the first, each in the opposite direction.
Route reversed(const Route& route);
/// Exchanges source and destination of every transfer of the phase, and reverses its route.
void reverse(Phase& phase, bool adds);

}  // namespace torusim
