#pragma once
/// The complete exchange `relayed`: phases of link-disjoint permutations, each block by a way through some of
/// them.

#include <memory>
#include <optional>

#include "schedules/algorithms/known_cost.h"
#include "schedules/algorithms/relayed/relay_phases.h"
#include "schedules/algorithms/relayed/relay_table.h"
#include "schedules/core/schedule.h"

namespace torusim {

/// The numbers of phases for which `relayed` has a schedule on a torus, growing.
std::vector<int> relayed_phase_counts(const Topology& torus);

class RelayedExchange : public Schedule, public KnownCost {
 public:
  /// One of the counts.
  RelayedExchange(std::string generator, const Topology& torus, int phases);

  const ScheduleInfo& info() const override { return info_; }
  Cost known_cost() const override { return cost_; }
  bool next(Phase& phase) override;
  void rewind() override { at_ = 0; }

 private:
  /// A block of a message: from its source to the node that sends it, and from its source to its destination.
  struct Carried {
    NodeId moved, offset;
  };
  void find_ways();

  ScheduleInfo info_;
  Cost cost_;
  std::optional<RelayPhases> phases_;
  std::vector<int> masks_;
  const RelayTable* table_ = nullptr;          ///< null if there are masks
  std::vector<std::vector<Carried>> carried_;  // [phase, class of the sender]; empty before the first phase
  int at_ = 0;
};

}  // namespace torusim
