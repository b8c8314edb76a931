#pragma once
/// The two arbiters of a router. Both take the most urgent class; equals take turns, and the turn moves past
/// the winner only when its flit really leaves.

#include <bit>
#include <cstdint>

namespace torusim::fast {

/// Input arbitration: which ready virtual channel an input port puts forward, or -1. VCs are numbered class
/// by class, so the first ready one has the most urgent class; with two lanes its sibling may be the one
/// whose turn it is. `ready(vc)` is asked only for set bits of `occupied`.
template <typename Ready>
[[gnu::always_inline]] inline int arbitrate_input(std::uint64_t occupied, int turn, int lanes, Ready ready) {
  for (std::uint64_t rest = occupied; rest != 0; rest &= rest - 1) {
    const int vc = std::countr_zero(rest);
    if (!ready(vc)) continue;
    const int sibling = vc + 1;
    const bool siblings_turn =
        lanes == 2 && vc % 2 == 0 && turn == sibling && ((occupied >> sibling) & 1) != 0;
    return siblings_turn && ready(sibling) ? sibling : vc;
  }
  return -1;
}

/// An input port and the class of the flit that it puts forward.
struct Candidate {
  int input;
  int priority;
};

/// Link arbitration with preemption: does the challenger win the link from the best of the inputs before it?
/// Ask it of the inputs in ascending order. Among equals the first at or after the turn wins, going round. A
/// more urgent worm wins over one that has been sending: that is the whole of preemption, at the flit
/// boundary.
inline bool wins_link(Candidate challenger, Candidate best, int turn) {
  if (challenger.priority != best.priority) return challenger.priority < best.priority;
  return best.input < turn && challenger.input >= turn;
}

}  // namespace torusim::fast
