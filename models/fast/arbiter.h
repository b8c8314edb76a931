#pragma once
/// The two arbiters of a router. Both prefer the most urgent class, with round-robin among equals. The turn
/// moves past the winner only when its flit leaves.

#include <bit>
#include <cassert>
#include <cstdint>

namespace torusim::fast {

/// Input arbitration: the ready virtual channel that an input port selects; there must be one. VCs are
/// numbered class by class, so the first has the most urgent class. With two lanes the other lane of the
/// class may have the turn; of more lanes the first ready one from the turn on.
inline int arbitrate_input(std::uint64_t ready, int turn, int lanes) {
  assert(ready != 0);
  const int first = std::countr_zero(ready);
  if (lanes > 2) [[unlikely]] {
    const int end = first - first % lanes + lanes;
    const std::uint64_t of_class = ready & (~std::uint64_t{0} >> (64 - end));
    const std::uint64_t from_turn = turn < end ? of_class >> turn << turn : 0;
    return std::countr_zero(from_turn != 0 ? from_turn : of_class);
  }
  const bool siblings_turn = lanes == 2 && first % 2 == 0 && turn == first + 1 && ((ready >> turn) & 1) != 0;
  return siblings_turn ? turn : first;
}

/// An input port and the urgency of its selected flit (Hardware::link_urgency).
struct Candidate {
  int input;
  int urgency;
};

/// Link arbitration with preemption: whether the challenger wins the link from the best of the previous
/// inputs. Inputs must come in ascending order. Among equals the first at or after the turn wins, cyclically.
/// A more urgent worm wins over a worm in the middle of its flits: this is preemption, at the flit boundary.
inline bool wins_link(Candidate challenger, Candidate best, int turn) {
  if (challenger.urgency != best.urgency) return challenger.urgency < best.urgency;
  return best.input < turn && challenger.input >= turn;
}

}  // namespace torusim::fast
