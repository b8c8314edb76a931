#pragma once
/// The two arbiters of a router, on bit masks. Both take the most urgent class; equals take turns, and the
/// turn moves past the winner only when its flit really leaves.

#include <bit>
#include <cstdint>

namespace torusim::fast {

/// The first set bit at or after `turn`, going round; `mask` must not be 0.
inline int first_in_turn(std::uint32_t mask, int turn) {
  const std::uint32_t from_turn = mask & (~std::uint32_t{0} << turn);
  return std::countr_zero(from_turn != 0 ? from_turn : mask);
}

/// Link arbitration with preemption: which of the requesting inputs may send on the link in this cycle.
/// `class_of(input)` is the priority of what the input put forward. A more urgent worm wins over one that has
/// been sending: that is the whole of preemption, at the flit boundary.
template <typename ClassOf>
int arbitrate_link(std::uint32_t requests, int turn, int classes, ClassOf class_of) {
  if (classes > 1 && (requests & (requests - 1)) != 0) {
    int most_urgent = classes;
    std::uint32_t equals = 0;
    for (std::uint32_t rest = requests; rest != 0; rest &= rest - 1) {
      const int input = std::countr_zero(rest);
      const int its_class = class_of(input);
      if (its_class > most_urgent) continue;
      if (its_class < most_urgent) equals = 0;
      most_urgent = its_class;
      equals |= std::uint32_t{1} << input;
    }
    requests = equals;
  }
  return first_in_turn(requests, turn);
}

/// Input arbitration: which ready virtual channel an input port puts forward, or -1. VCs are numbered class
/// by class, so the first ready one has the most urgent class; with two lanes its sibling may be the one
/// whose turn it is. `ready(vc)` is asked only for set bits of `occupied`.
template <typename Ready>
int arbitrate_input(std::uint64_t occupied, int turn, int lanes, Ready ready) {
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

}  // namespace torusim::fast
