#pragma once
/// Complete exchange by perfect ring phases along several dimensions at once: `ring-split`
/// (docs/algorithms/ring-exchanges.md).
///
/// Phases of stage 1 are named "S1.1", "S1.2", ..

#include <array>
#include <optional>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/known_cost.h"
#include "schedules/algorithms/perfect_rings/split_plan.h"
#include "schedules/algorithms/ring_signals.h"

namespace torusim {

class SplitExchange : public PhaseByPhase, public KnownCost {
 public:
  /// `plan` is for this torus, and has fewer than 2^31 phases.
  SplitExchange(const Topology& torus, SplitPlan plan, bool signals);

  Cost known_cost() const override { return plan_.cost; }

 private:
  /// The messages of a part of a round in a phase.
  struct Sending {
    int group = 0, slice = 0, slices = 1;
    std::vector<bool> bits;  ///< [dimension of the group]: the type of a cell, from the second on
    bool idle = false;
  };
  /// The messages along a dimension in a phase.
  struct Along {
    std::vector<int> edge;                 ///< [coordinate]
    std::vector<std::array<int, 2>> hops;  ///< [coordinate][type]
  };

  void make(Phase& phase) override;
  Along along(int dimension, int matching) const;
  Sending sending(const SplitPlan::Part& part, std::int64_t unit, std::vector<int>& matchings) const;
  void write_transfers(Phase& phase, int stage, const std::vector<Sending>& sendings,
                       const std::vector<Along>& alongs) const;
  void add_message(class TransferWriter& writer, int stage, const Sending& sending, NodeId node,
                   const Topology::Coordinates& at, const Topology::Coordinates& to,
                   const Route& route) const;

  SplitPlan plan_;
  std::optional<ChannelSignals> signals_;
};

}  // namespace torusim
