#pragma once
/// The blocks that must leave, or enter, a run of neighbouring layers of a dimension, over the channels that
/// do: a lower bound on the time of any routes.

#include <cstdint>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim {

class LayerCuts {
 public:
  /// Dimensions of more layers have no cuts here: their number grows as the square.
  static constexpr int kMostLayers = 512;

  explicit LayerCuts(const Topology& topology);

  void add(NodeId source, NodeId destination, std::int64_t blocks);
  /// The largest quotient of blocks and channels. Rings, arrays and complete graphs are counted.
  double worst() const;

 private:
  double worst_along(int dimension) const;

  Topology topology_;
  std::vector<std::vector<std::int64_t>> blocks_;  // [dimension][layer of the source * side + .. destination]
};

}  // namespace torusim
