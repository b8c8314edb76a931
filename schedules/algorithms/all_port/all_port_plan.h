#pragma once
/// Which block moves when in an all-port exchange: ways that are found by a search which always finds the
/// same.

#include <cstdint>
#include <vector>

#include "schedules/algorithms/all_port/all_port_table.h"

namespace torusim {

/// [phase]: the port by which a block leaves the node it is at, or kStays.
using Way = std::vector<std::int8_t>;
constexpr std::int8_t kStays = -1;

/// A block's way depends on the class of its source and the offset of its destination, so all nodes of a
/// class send equally much in a phase: blocks are counted by class.
class WayLoads {
 public:
  explicit WayLoads(const AllPortTable& table);

  const Topology& torus() const { return torus_; }
  int classes() const { return classes_; }
  int class_of(const Topology::Coordinates& at) const;

  /// The lightest way, under the loads that there are, for blocks of sources of a class with an offset (that
  /// of the destination of node 0): the sum over its moves of (1 + load)^6. Every move brings a block nearer,
  /// by all hops of its message. Throws std::logic_error if none ends at the destination.
  Way lightest(int source_class, NodeId offset) const;
  /// Adds such a way to the loads, or removes it (change -1).
  void add(int source_class, const Way& way, int change);
  /// The node of a block before a phase, on such a way.
  struct Place {
    Topology::Coordinates moved{};  ///< from its source, modulo the sides
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
  std::vector<Topology::Coordinates> member_;  // [class]: a node of it
  std::vector<int> hops_;                      // [phase, class, port]
  std::vector<int> loads_;                     // likewise
};

class AllPortPlan {
 public:
  /// Searches in up to six rounds and keeps the one with the fewest blocks. A round goes through all classes
  /// and offsets in random order, removes the way of each from the loads and inserts the lightest one.
  explicit AllPortPlan(const AllPortTable& table);

  const WayLoads& loads() const { return loads_; }
  /// Of the block of a source of the class for the node at `offset` from it (as a node number).
  const Way& way(int source_class, NodeId offset) const {
    return ways_[static_cast<std::size_t>(source_class) * loads_.torus().nodes() + offset];
  }

 private:
  WayLoads loads_;
  std::vector<Way> ways_;  // [class, offset]
};

}  // namespace torusim
