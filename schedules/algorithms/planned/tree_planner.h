#pragma once
/// Plans of gossips and broadcasts: every packet spreads along a tree of links, phase by phase.

#include <cstdint>
#include <vector>

#include "schedules/algorithms/planned/hop_plan.h"
#include "schedules/algorithms/planned/live_links.h"

namespace torusim::planned {

struct TreeProblem {
  const LiveLinks& links;
  std::vector<NodeId> owners;  ///< nodes with a packet: all nodes, or the root of a broadcast
  int pieces = 1;              ///< chunks of a packet
  int ports = 0;               ///< messages that a node sends, and receives, at once; 0: all
  std::uint64_t seed = 1;
};

/// The fewest blocks that a phase-by-phase plan needs on the busiest channels together: every node must get
/// the chunks at least p hops away in phase p or later, over its links.
std::int64_t tree_bound(const TreeProblem& problem);

/// Phases of a plan in which a link carries one block in a phase, at least. The fewest phases of any plan are
/// the diameter.
int even_phases(const TreeProblem& problem);
/// Blocks that a link carries in each of `phases` phases of a broadcast, at least.
std::int64_t pipelined(const TreeProblem& problem, int phases);
/// A plan with `phases` phases, from the diameter to even_phases(), with few blocks; or with more phases, if
/// the search finds no plan in so few. Throws InputError if it finds none at all.
HopPlan trees_in(const TreeProblem& problem, int phases);

}  // namespace torusim::planned
