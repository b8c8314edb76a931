#pragma once
/// The ways of blocks through the phases of an all-port exchange, found by a deterministic search.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/cost.h"
#include "schedules/core/topology.h"

namespace torusim {

// The phases of a complete exchange with all ports (docs/algorithms/all-port.md): the distance of a node's
// messages in each phase.

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

/// [phase]: the port by which a block leaves its node, or kStays.
using Way = std::vector<std::int8_t>;
constexpr std::int8_t kStays = -1;

/// A block's way depends on the class of its source and the offset of its destination, so all nodes of a
/// class send equal numbers of blocks in a phase. Blocks are counted by class.
class WayLoads {
 public:
  explicit WayLoads(const AllPortTable& table);

  const Topology& torus() const { return torus_; }
  int classes() const { return classes_; }
  int class_of(const Topology::Coordinates& at) const;

  /// The lightest way under the current loads for blocks of a class of sources and an offset, the destination
  /// of source node 0. The weight of a way is the sum of (1 + load)^6 over its moves. Every hop of a move
  /// brings the block nearer. Throws std::logic_error if no way ends at the destination.
  Way lightest(int source_class, NodeId offset) const;
  /// Adds a way to the loads (change 1), or removes it (change -1).
  void add(int source_class, const Way& way, int change);
  /// The node of a block on its way before a phase.
  struct Place {
    Topology::Coordinates moved{};  ///< displacement from its source, modulo the sides
    int node_class = 0;
  };
  Place place(int source_class, const Way& way, int phase) const;
  /// Blocks of the largest message of every phase, added up.
  std::int64_t blocks() const;

 private:
  struct Step;
  std::size_t index(int phase, int node_class, int port) const {
    return (static_cast<std::size_t>(phase) * classes_ + node_class) * torus_.network_ports() + port;
  }

  const AllPortTable* table_;
  Topology torus_;
  int classes_ = 0;
  std::vector<Topology::Coordinates> member_;  // [class]: a node of the class
  std::vector<int> hops_;                      // [phase, class, port]
  std::vector<int> loads_;                     // likewise
};

class AllPortPlan {
 public:
  /// Searches in up to six rounds and keeps the plan with the fewest blocks. A round goes through all classes
  /// and offsets in random order, removes the way of each from the loads and inserts the lightest way.
  explicit AllPortPlan(const AllPortTable& table);

  const WayLoads& loads() const { return loads_; }
  /// The way of the block from a source of the class to the node at `offset` from it (as a node number).
  const Way& way(int source_class, NodeId offset) const {
    return ways_[static_cast<std::size_t>(source_class) * loads_.torus().nodes() + offset];
  }

 private:
  WayLoads loads_;
  std::vector<Way> ways_;  // [class, offset]
};

}  // namespace torusim
