#pragma once
/// Which block moves when in an all-port exchange: ways that are found by a search which always finds the
/// same.

#include <vector>

#include "schedules/algorithms/all_port/way_loads.h"

namespace torusim {

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
