#pragma once
/// A rising edge of the clock for a model that Verilator made, at no more cost than what the edge does.

#include <verilated_vcd_c.h>

#include <cstdint>
#include <type_traits>

namespace torusim::rtl {

/// Verilated with --trace.
template <typename Model>
inline constexpr bool is_traceable = requires(Model& m, VerilatedVcdC* waves) {
  m.trace(waves, 99);
};

/// Verilator's eval() first finds out which clocks have moved, then evaluates what waits for them, again and
/// again until nothing moves: 150 instructions a call around the 1,900 of the router's edge. A model with one
/// clock, no waves and nothing that follows input pins without a clock needs none of that. Verilator 5.006
/// shows by these names that a model is such a one.
template <typename Model>
inline constexpr bool has_one_edge = [] {
  if constexpr (requires(Model & m) { m.rootp->__VnbaTriggered.at(0); }) {
    using Triggers = std::remove_cvref_t<decltype(std::declval<Model&>().rootp->__VnbaTriggered)>;
    return std::is_same_v<Triggers, VlTriggerVec<1>> && !is_traceable<Model> && !requires(Model & m) {
      m.rootp->__VicoTriggered;
    };
  }
  return false;
}();

/// The edge. `kEvaluate` is the model's function eval_nba, declared weak: null in a Verilator that has none.
template <auto kEvaluate, typename Model>
void rising_edge(Model& model) {
  if constexpr (has_one_edge<Model>) {
    if (kEvaluate != nullptr) {
      model.rootp->__VnbaTriggered.at(0) = true;
      kEvaluate(model.rootp);
      return;
    }
  }
  model.clk_i = 0;
  model.eval();
  model.clk_i = 1;
  model.eval();
}

}  // namespace torusim::rtl
