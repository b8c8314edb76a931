#pragma once
/// A rising clock edge of a Verilated model, without Verilator's overhead.

#include <verilated_vcd_c.h>

#include <cstdint>
#include <type_traits>

namespace torusim::rtl {

/// Whether the model was Verilated with --trace.
template <typename Model>
inline constexpr bool is_traceable = requires(Model& m, VerilatedVcdC* waves) {
  m.trace(waves, 99);
};

/// Whether eval_nba() alone is an edge of the model. Verilator's eval() finds the clocks that have moved and
/// evaluates their processes until no signal changes: 150 instructions a call around the 1,900 of the
/// router's edge. A model with one clock, no waves and no logic from input pins without a clock does not need
/// this. These names of Verilator 5.006 identify such a model.
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

/// Performs the edge. `kEvaluate` is the model's function eval_nba, declared weak: null if Verilator made
/// none.
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
