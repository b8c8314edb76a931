#pragma once
/// Complete exchange by perfect ring phases: `ring-direct` and `ring-product`
/// (docs/algorithms/ring-exchanges.md).
///
/// Phases among near nodes are named "N1", "N2", .., phases round the rings "R1", "R2", ..

#include <array>
#include <optional>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/perfect_rings/ring_plan.h"
#include "schedules/algorithms/ring_signals.h"

namespace torusim {

class PerfectRingExchange : public PhaseByPhase, public KnownCost {
 public:
  /// `plan` is for this torus, and has fewer than 2^31 phases.
  PerfectRingExchange(const Topology& torus, RingPlan plan, bool signals);

  Cost known_cost() const override { return plan_.cost; }
  void rewind() override;

  const RingPlan& plan() const { return plan_; }

 private:
  void make(Phase& phase) override;
  /// The messages of a group in a phase; empty if it sends none.
  struct GroupPhase {
    struct Along {
      int dimension = 0;
      bool bit = false;                      ///< the type of a cell, from the second dimension on
      std::vector<int> edge;                 ///< [coordinate]
      std::vector<std::array<int, 2>> hops;  ///< [coordinate][type], in hops of the torus
    };
    std::vector<Along> along;
    int shift = 0, shifts = 1;
  };
  GroupPhase group_phase(const RingSection& section, int group) const;
  /// The hops of node `at` in each dimension; false if the node sends no message.
  static bool hops_of(const GroupPhase& phase, const Topology::Coordinates& at, Topology::Coordinates& hops);
  void write_transfers(Phase& phase, const RingSection& section, const std::vector<GroupPhase>& groups) const;
  void add_message(class TransferWriter& writer, const RingSection& section, int residue, NodeId node,
                   const Topology::Coordinates& at, const Topology::Coordinates& hops) const;

  RingPlan plan_;
  std::optional<ChannelSignals> signals_;
  std::size_t section_ = 0;
  int turn_ = 0;
  std::int64_t index_ = 0;  // index of the phase in its turn
  int near_ = 0;            // phases among near nodes that are written
};

}  // namespace torusim
