#pragma once
/// The complete exchange `relayed`: phases of link-disjoint permutations, and a way of each block through
/// some of the phases.

#include <memory>
#include <optional>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/relayed/relay_phases.h"

namespace torusim {

/// The numbers of phases for which `relayed` has a schedule on a torus, ascending.
std::vector<int> relayed_phase_counts(const Topology& torus);

class RelayedExchange : public PhaseByPhase, public KnownCost {
 public:
  /// `phases` is one of relayed_phase_counts().
  RelayedExchange(const Topology& torus, int phases);

  Cost known_cost() const override { return cost_; }
  std::int64_t known_hops() const override;

 private:
  void make(Phase& phase) override;
  /// A block of a message: the offsets from its source to the node that sends it, and to its destination.
  struct Carried {
    NodeId moved, offset;
  };
  void find_ways();

  Cost cost_;
  std::optional<RelayPhases> phases_;
  std::vector<int> masks_;
  const RelayTable* table_ = nullptr;          ///< null if there are masks
  std::vector<std::vector<Carried>> carried_;  // [phase, class of the sender]; empty before the first phase
};

}  // namespace torusim
