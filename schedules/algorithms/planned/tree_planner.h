#pragma once
/// Plans of gossips and broadcasts: every packet spreads along a tree of links, phase by phase.

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "schedules/algorithms/planned/hop_plan.h"
#include "schedules/algorithms/planned/tree_problem.h"

namespace torusim::planned {

/// What any plan needs: every node must get the chunks at least p hops away in phase p or later, over its
/// links, and the chunks of one owner over ways that share no link.
class TreeBounds {
 public:
  explicit TreeBounds(const TreeProblem& problem);
  /// For another number of pieces of the only packet.
  void set_pieces(std::int64_t pieces);

  /// Blocks on the busiest channels of all phases together; `from` phase 1 or a later one on.
  std::int64_t blocks(int from = 1) const { return least_[from]; }
  /// The times of as many phases as the diameter, each a multiple of `grain`.
  std::vector<int> budgets(int grain) const;
  /// Phases of a plan in which the slowest link carries one block in a phase. The fewest phases of any plan
  /// are the diameter.
  int even_phases() const;
  /// Time, in that of a block on a link of rate 1, of each of `phases` phases of a broadcast.
  std::int64_t pipelined(int phases) const;

 private:
  std::int64_t slowest_;
  std::vector<std::pair<int, Crossing>> ways_;  // of one packet, to nodes at this distance
  std::vector<std::int64_t> least_;  // [p], p = 1 .. diameter: from phase p to the end; [diameter + 1] is 0
};

/// For an all-gather in `least` or more: the narrowest cut round any nodes, and the rounding of phases that
/// carry whole blocks. The search ends at the blocks of `plan`, or after a number of steps; messages of
/// several hops have no bound of phases.
BlockBounds bounds_by_flows(const TreeProblem& problem, std::int64_t least, const HopPlan& plan);

/// A plan with `phases` phases, from the diameter to even_phases(), with few blocks; or with more phases, if
/// the search finds no plan in so few. The time of a phase is a multiple of `grain`: with that of the slowest
/// link no link is idle, with 1 there is less to round up.
HopPlan trees_in(const TreeProblem& problem, const TreeBounds& bounds, int phases, int grain);

/// A plan of a gossip whose messages travel several hops, from station to station (station_phases.h), so it
/// has fewer phases than the diameter. Nothing if the search finds none.
std::optional<HopPlan> trees_through_stations(const TreeProblem& problem, const TreeBounds& bounds,
                                              int phases);

/// A plan of fewer blocks than `plan`, perhaps in other phases, if a search finds one: time moves from phase
/// to phase, phases are split and joined. It ends at `bound` blocks, or after a number of steps.
HopPlan with_other_budgets(const TreeProblem& problem, HopPlan plan, std::int64_t bound);

}  // namespace torusim::planned
