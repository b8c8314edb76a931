#pragma once
/// Complete exchange on tori by rings that run against each other on interleaved nodes: `paired`. Found with
/// torusim; docs/paired.md has the construction, why no two messages of a phase share a channel, and totals.
///
/// Phases are named "P1.setup.xy", "P2.ring1.x+half.y", ..: the steps (line_steps.h) and their dimensions.

#include <map>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/paired/paired_plan.h"

namespace torusim {

class PairedExchange : public Schedule {
 public:
  PairedExchange(std::string generator, const Topology& topology, PairedPlan plan);

  const ScheduleInfo& info() const override { return info_; }
  bool next(Phase& phase) override;
  void rewind() override { at_ = 0; }

  const PairedPlan& plan() const { return plan_; }

 private:
  using LineBoxes = std::vector<std::vector<LineBox>>;  // [coordinate]
  /// What is at the coordinates of a dimension before a step; of the phase that is written.
  const LineBoxes& held(int dimension, int step);
  /// What leaves the coordinates of a dimension in a step; lists by coordinate.
  struct Sends {
    LineBoxes blocks;
    std::vector<int> hops;
    std::vector<NodeId> further;  ///< receiver - sender
  };
  Sends sends(int dimension, int step) const;
  /// Every node sends to the neighbour of its pair in each dimension of planned.across.
  void write_across(const PairedPlan::PlannedPhase& planned, Phase& phase);

  ScheduleInfo info_;
  PairedPlan plan_;
  std::size_t at_ = 0;
  std::vector<std::map<int, LineBoxes>> held_;  // [dimension]: by step, of this phase and the one before
};

/// paired.
std::vector<Algorithm> paired_algorithms();

}  // namespace torusim
