#pragma once
/// The decision among ready flits that compete for a port.

#include "models/fast/arbiter.h"
#include "models/fast/batch.h"

namespace torusim::fast {

/// Keeps the winners among the selected flits, in the two steps of the arbitration.
template <typename View>
[[gnu::noinline]] void resolve(const Hardware& hardware, Work<View>& work) {
  const View& router = work.router;
  std::uint64_t* const forward = work.gone;
  std::uint32_t chosen = 0, taken = 0;  // inputs that have put a flit forward, outputs that have one
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
