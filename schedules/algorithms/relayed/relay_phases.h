#pragma once
/// The phases of a relayed exchange (docs/algorithms/relayed.md): in each phase every node sends and receives
/// one message at most, and no two messages share a channel.

#include <cstdint>
#include <string_view>
#include <vector>

#include "schedules/core/cost.h"
#include "schedules/core/topology.h"

namespace torusim {

/// Nodes whose coordinates are equal modulo the period form a class, and send over equal hops in a phase.
class RelayPhases {
 public:
  RelayPhases(Topology torus, int period);

  const Topology& torus() const { return torus_; }
  int period() const { return period_; }
  int classes() const { return classes_; }
  int class_of(const Topology::Coordinates& at) const;
  /// The node of a class with all coordinates below the period.
  Topology::Coordinates member(int node_class) const;
  int size() const { return static_cast<int>(hops_.size()); }

  /// [class]: signed hops in every dimension, taken in the order of the dimensions.
  using Hops = std::vector<Topology::Coordinates>;
  void add(Hops hops) { hops_.push_back(std::move(hops)); }
  void set(int phase, Hops hops) { hops_[phase] = std::move(hops); }
  const Hops& hops(int phase) const { return hops_[phase]; }

 private:
  Topology torus_;
  int period_ = 1, classes_ = 1;
  std::vector<Hops> hops_;  // [phase]
};

/// The moves of blocks relative to their source. An offset is the displacement from the source, as the node
/// at this displacement from node 0.
class RelayMoves {
 public:
  explicit RelayMoves(const RelayPhases& phases);

  static constexpr NodeId kNone = -1;
  /// The offset of a block from `offset` after its node sends it in a phase; kNone if the node sends nothing.
  NodeId after(int phase, int source_class, NodeId offset) const {
    const int at = node_class(source_class, offset);
    return to_[(static_cast<std::size_t>(phase) * classes_ + at) * nodes_ + offset];
  }
  /// The class of the node at an offset from a source of a class.
  int node_class(int source_class, NodeId offset) const {
    return class_at_[static_cast<std::size_t>(source_class) * nodes_ + offset];
  }
  int classes() const { return classes_; }
  NodeId nodes() const { return nodes_; }
  void replace(const RelayPhases& phases, int phase);

 private:
  int classes_ = 0;
  NodeId nodes_ = 0;
  std::vector<std::uint16_t> class_at_;  // [source class, offset]
  std::vector<NodeId> to_;               // [phase, class of the node, offset]
};

/// [source class, offset]: the phases in which a block is sent, ascending.
using RelayWays = std::vector<std::vector<std::int16_t>>;

// The phases of relayed exchanges, as text. Simulated annealing found the phases.

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
