#pragma once
/// A lower bound on the time of a schedule's messages on their routes. Its parts are the busiest port of a
/// node and the busiest channel between routers; each passes a flit a cycle.

#include <cstdint>
#include <string>
#include <vector>

#include "schedules/core/schedule.h"
#include "schedules/core/topology.h"

namespace torusim {

// Cuts of a dimension around a run of neighbouring layers. The blocks that must leave (enter) the layers,
// over the channels that leave (enter) them, are a lower bound on the time for any routes.

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

struct MessageBounds {
  std::int64_t port = 0;  ///< cycles of the busiest port, in or out: flits with heads, over a node's ports
  NodeId port_node = 0;
  bool into = false;         ///< the port takes messages out of the network
  std::int64_t channel = 0;  ///< cycles of the busiest channel
  NodeId channel_node = 0;
  int channel_port = 0;
  std::int64_t cut = 0;  ///< cycles of the worst cut (LowerBounds), whatever the routes, without heads

  std::int64_t most() const;
  /// `4160 at the port into (0,0), 2112 at the channel (1,2)+x, 512 at the worst cut`
  std::string text(const Topology& topology) const;
};

/// The bounds of the schedule's messages with `block_flits` flits a block and `ports` ports a node. Leaves
/// the schedule rewound.
MessageBounds message_bounds(Schedule& schedule, int block_flits, int ports);

}  // namespace torusim
