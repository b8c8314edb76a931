#pragma once
/// The two arbiters of a router's switch allocation: SA-1 at the inputs and SA-2 at the outputs. Both prefer
/// the most urgent class, with round-robin among equals. resolve() calls both. The turn moves past the winner
/// only when its flit leaves: Engine::leave() stores the winner as last_vc (SA-1) and last_input (SA-2) of
/// the router's state. A sleeping router (streams.h) relies on turns that stay the same while the same flits
/// win.

#include <bit>
#include <cassert>
#include <cstdint>

#include "models/fast/batch.h"

namespace torusim::fast {

/// SA-1: returns the ready VC that an input port selects; at least one must be ready. VCs are numbered class
/// by class, so the lowest ready VC has the most urgent class. Among the lanes of that class the first ready
/// one at or after `turn` wins, else the lowest.
inline int arbitrate_input(std::uint64_t ready, int turn, int lanes) {
  assert(ready != 0);
  const int first = std::countr_zero(ready);
  if (lanes > 2) {
    const int end = first - first % lanes + lanes;
    if (turn <= first || turn >= end) return first;
    const int next = turn + std::countr_zero(ready >> turn);  // turn + 64 if none is ready there
    return next < end ? next : first;
  }
  const bool siblings_turn = lanes == 2 && first % 2 == 0 && turn == first + 1 && ((ready >> turn) & 1) != 0;
  return siblings_turn ? turn : first;
}

/// An input port and the urgency of its selected flit (Hardware::link_urgency).
struct Candidate {
  int input;
  int urgency;
};

/// SA-2: whether the challenger wins the output port from the best of the previous inputs. Inputs must come
/// in ascending order. Among equals the first at or after `turn` wins, cyclically. A more urgent worm also
/// wins against a worm of which some flits have left: this is preemption, at the flit boundary.
inline bool wins_link(Candidate challenger, Candidate best, int turn) {
  if (challenger.urgency != best.urgency) return challenger.urgency < best.urgency;
  return best.input < turn && challenger.input >= turn;
}

// Switch allocation (SA) in a router where ready flits compete for a port. The engine calls it only there:
// without competition every ready flit wins.

/// Takes the ready flits from `work.gone`, by their inputs, and leaves the winners: their inputs and their
/// outputs. Each input selects one of its VCs (SA-1), then each output keeps the best of the inputs that
/// selected it (SA-2).
template <typename View>
[[gnu::noinline]] void resolve(const Hardware& hardware, Work<View>& work) {
  const View& router = work.router;
  std::uint64_t* const forward = work.gone;
  std::uint32_t chosen = 0, taken = 0;  // inputs that SA-1 has served, outputs that an input has selected
  VcIndex best[Hardware::kMaxPorts];
  const auto candidate = [&](VcIndex input) {
    const int in = router.port_at(input);
    return Candidate{in, hardware.link_urgency(in, hardware.vc_class(router.vc_at(input)))};
  };
  for (int w = 0; w < router.words(); ++w) forward[w] &= Layout::kInputs;
  for (int w = 0; w < router.words(); ++w) {
    for (const int i : bits(forward[w])) {
      const int in = router.port_at({w, i});
      if ((chosen & bit(in)) != 0) continue;
      chosen |= bit(in);
      const std::uint64_t ready = router.take_inputs(forward, in);
      const int vc = arbitrate_input(ready, router.last_vc(in) + 1, hardware.lanes);
      const VcIndex input = router.input(in, vc);
      const int out = router.out_port(router.channel(input));
      if ((taken & bit(out)) != 0) {
        if (!wins_link(candidate(input), candidate(best[out]), router.head().last_input[out] + 1)) continue;
        forward[best[out].word] &= ~best[out].mask();
      }
      taken |= bit(out);
      best[out] = input;
      forward[input.word] |= input.mask();
    }
  }
  for (const int out : bits(taken)) {
    const VcIndex output = router.output_of(router.channel(best[out]));
    work.gone[output.word] |= output.mask();
  }
}

}  // namespace torusim::fast
