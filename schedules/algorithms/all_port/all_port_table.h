#pragma once
/// The phases of a complete exchange with all ports (docs/algorithms/all-port.md): the distance of a node's
/// messages in each phase.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/cost.h"
#include "schedules/core/topology.h"

namespace torusim {

/// The messages that nodes may send in a phase, all straight. For each dimension, `parity` is the sum of
/// coordinates modulo 2 of the nodes that send along it. Their messages use every channel of a line once.
struct AllPortPhase {
  enum class Kind {
    kOne,  ///< every node sends one hop both ways in every dimension
    kTwo,  ///< nodes of the parity send two hops both ways
    /// Nodes of the parity send four hops, in direction + if their coordinate modulo 4 is 0 or 1, else in -
    kFour,
    kTiles,  ///< nodes of `starts` send to the next such node
  };
  Kind kind = Kind::kOne;
  std::array<std::int8_t, 3> parity{};
  /// [port], for kTiles: a bit for each sum of coordinates modulo 4; nodes with a set bit send by the port.
  std::array<std::uint8_t, 6> starts{};

  /// Hops of the message of node `at` by a port; 0: the node sends nothing there.
  int hops(const Topology& torus, const Topology::Coordinates& at, int port) const;
  /// "1", "T01", "F10"; "M" and a hexadecimal digit for the starts of each port.
  std::string name(int dimensions) const;
};

/// The phases for one torus, and the seed with which the search (all_port_plan.h) finds its plan.
struct AllPortTable {
  std::vector<int> sides;
  std::vector<AllPortPhase> phases;
  /// The classes of nodes in a plan: by the sum of coordinates modulo 2 or 4, or by every coordinate modulo
  /// 4.
  enum class Classes { kParity, kSums, kCoordinates };
  Classes classes = Classes::kParity;
  std::uint64_t seed = 1;
  Cost cost;  ///< cost of the plan

  Topology torus() const;
};

/// All tables; those of a torus with fewer blocks come first.
const std::vector<AllPortTable>& all_port_tables();

}  // namespace torusim
