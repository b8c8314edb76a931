#pragma once
/// Direct exchange, the plain baseline: every pair of nodes, one step each, every block in a message of its
/// own.

#include <string>
#include <utility>
#include <vector>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/route_layers.h"
#include "schedules/core/schedule.h"

namespace torusim {

/// In step j = 1 .. N-1 node s sends its block for node (s + j) mod N there, by dimension-order routing on a
/// shortest path. A node sends and receives one message in a step; messages of a step do share channels. Runs
/// on any topology. Steps are named "J1", "J2", ..
///
/// Along a graph of the product the class of a message is the layer of its path, so that no messages wait for
/// each other in a circle; with several graphs it is the combination of the layers.
class DirectExchange : public Schedule {
 public:
  DirectExchange(std::string generator, const Topology& topology);

  const ScheduleInfo& info() const override { return info_; }
  bool next(Phase& phase) override;
  void rewind() override { step_ = 0; }

 private:
  int layer(NodeId source, NodeId destination) const;

  ScheduleInfo info_;
  std::vector<std::pair<int, RouteLayers>> layers_;  // of each dimension that is a graph
  int step_ = 0;
};

std::vector<Algorithm> direct_algorithms();

}  // namespace torusim
