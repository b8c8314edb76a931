#pragma once
/// The two arbiters of a router. Both take the most urgent class; equals take turns, and the turn moves past
/// the winner only when its flit really leaves.

#include <bit>
#include <cassert>
#include <cstdint>

namespace torusim::fast {

/// Input arbitration: which of its ready virtual channels an input port puts forward; there must be one. VCs
/// are numbered class by class, so the first has the most urgent class; with two lanes its sibling may be the
/// one whose turn it is.
inline int arbitrate_input(std::uint64_t ready, int turn, int lanes) {
  assert(ready != 0);
  const int first = std::countr_zero(ready);
  const bool siblings_turn = lanes == 2 && first % 2 == 0 && turn == first + 1 && ((ready >> turn) & 1) != 0;
  return siblings_turn ? turn : first;
}

/// An input port and how urgent the flit is that it puts forward (Hardware::link_urgency).
struct Candidate {
  int input;
  int urgency;
};

/// Link arbitration with preemption: does the challenger win the link from the best of the inputs before it?
/// Ask it of the inputs in ascending order. Among equals the first at or after the turn wins, going round. A
/// more urgent worm wins over one that has been sending: that is the whole of preemption, at the flit
/// boundary.
inline bool wins_link(Candidate challenger, Candidate best, int turn) {
  if (challenger.urgency != best.urgency) return challenger.urgency < best.urgency;
  return best.input < turn && challenger.input >= turn;
}

}  // namespace torusim::fast
