#pragma once
/// The phases of relayed exchanges, as text. An annealing found them (testbench/studies/relayed_search.cpp;
/// those of 16 x 16 a prototype of it).

#include <string_view>
#include <vector>

#include "schedules/algorithms/relayed/relay_phases.h"
#include "schedules/core/cost.h"

namespace torusim {

struct RelayTable {
  std::vector<int> sides;
  int period = 1;
  Cost cost;               ///< of the ways that negotiated_ways() finds
  std::uint64_t seed = 1;  ///< with which it finds them
  /// Phase after phase, class after class, dimension after dimension a letter: . is 0 hops, A one in
  /// direction +, B two, .., a one in direction -, ..; blanks do not count.
  std::string_view hops;
  /// Blocks that the messages may have in the search for ways, summed over the phases; 0: as many as the
  /// cost.
  std::int64_t room = 0;

  Topology torus() const;
  RelayPhases phases() const;
};

/// Of a torus those with fewer phases first.
const std::vector<RelayTable>& relay_tables();

}  // namespace torusim
