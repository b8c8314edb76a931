#pragma once
/// Cuts of a dimension around a run of neighbouring layers. The blocks that must leave (enter) the layers,
/// over the channels that leave (enter) them, are a lower bound on the time for any routes.

#include <cstdint>
#include <vector>

#include "schedules/core/topology.h"

namespace torusim {

class LayerCuts {
 public:
  /// Dimensions of more layers have no cuts here: the number of cuts grows as the square of the layers.
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
