#pragma once
/// The phases of relayed exchanges, as text. Simulated annealing found the phases.

#include <string_view>
#include <vector>

#include "schedules/algorithms/relayed/relay_phases.h"
#include "schedules/core/cost.h"

namespace torusim {

struct RelayTable {
  std::vector<int> sides;
  int period = 1;
  Cost cost;               ///< cost of the ways that negotiated_ways() finds
  std::uint64_t seed = 1;  ///< seed of negotiated_ways()
  /// Phase after phase, class after class, dimension after dimension a letter: . is 0 hops, A is 1 hop in
  /// direction +, B 2 hops, .., a 1 hop in direction -, ..; blanks are skipped.
  std::string_view hops;
  /// Limit of the blocks of the largest messages in the search for ways, summed over the phases; 0:
  /// cost.blocks.
  std::int64_t room = 0;

  Topology torus() const;
  RelayPhases phases() const;
};

/// All tables; those of a torus with fewer phases come first.
const std::vector<RelayTable>& relay_tables();

}  // namespace torusim
