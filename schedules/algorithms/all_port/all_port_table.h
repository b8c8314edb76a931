#pragma once
/// The phases of a complete exchange with all ports (docs/all-port.md): how far nodes may send in each.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/cost.h"
#include "schedules/core/topology.h"

namespace torusim {

/// What nodes may send in a phase, all messages straight. `parity` names for each dimension the nodes that
/// send along it, by the sum of their coordinates modulo 2; their messages use every channel of a line once.
struct AllPortPhase {
  enum class Kind {
    kOne,   ///< every node one hop both ways in every dimension
    kTwo,   ///< those of the parity two hops both ways
    kFour,  ///< those of the parity four hops, in direction + if their coordinate modulo 4 is 0 or 1, else in
            ///< -
    kTiles,  ///< those of `starts`, as far as the next of them
  };
  Kind kind = Kind::kOne;
  std::array<std::int8_t, 3> parity{};
  /// [port], of kTiles: the nodes that send by it, a bit for each sum of coordinates modulo 4.
  std::array<std::uint8_t, 6> starts{};

  /// Hops that a node at `at` may send by a port; 0: it sends nothing there.
  int hops(const Topology& torus, const Topology::Coordinates& at, int port) const;
  /// "1", "T01", "F10"; "M" and a digit of base 16 for each port, its starts.
  std::string name(int dimensions) const;
};

/// The phases for one torus, and the seed with which the search (all_port_plan.h) finds its plan.
struct AllPortTable {
  std::vector<int> sides;
  std::vector<AllPortPhase> phases;
  /// Classes of nodes that a plan tells apart: by the sum of their coordinates modulo 2 or 4, or by each of
  /// them modulo 4.
  enum class Classes { kParity, kSums, kCoordinates };
  Classes classes = Classes::kParity;
  std::uint64_t seed = 1;
  Cost cost;  ///< of the plan

  Topology torus() const;
};

/// All that there are: of a torus the one with the fewest blocks first.
const std::vector<AllPortTable>& all_port_tables();

}  // namespace torusim
