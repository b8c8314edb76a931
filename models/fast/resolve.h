#pragma once
/// Switch allocation (SA) in a router where ready flits compete for a port. The engine calls it only there:
/// without competition every ready flit wins.

#include "models/fast/arbiter.h"
#include "models/fast/batch.h"

namespace torusim::fast {

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
