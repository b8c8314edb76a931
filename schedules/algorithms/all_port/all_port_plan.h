#pragma once
/// Which block moves when in an all-port exchange: ways that are found by a search which always finds the
/// same.

#include <vector>

#include "schedules/algorithms/all_port/way_loads.h"

namespace torusim {

class AllPortPlan {
 public:
  /// Searches: for every class and offset in random order takes its way out of the loads and puts in the
  /// lightest, in up to six rounds, of which it keeps the one with the fewest blocks.
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
