#pragma once
/// Shortest paths over live channels.

#include <cstdint>
#include <functional>
#include <vector>

#include "schedules/core/route.h"

namespace torusim {

class LivePaths {
 public:
  explicit LivePaths(const Topology& topology);

  /// Sets the destination of the following calls. Repeated calls with one destination cost nothing.
  void aim(NodeId destination);
  /// Hops from a node to the destination; kUnreached without a path.
  static constexpr int kUnreached = -1;
  int distance(NodeId from) const { return left_[static_cast<std::size_t>(from)]; }

  /// The cheapest of the shortest paths from a node, which must have a path. A channel costs cost[node *
  /// ports + port], a turn costs `turn`. Among equally cheap paths the ports with the lowest numbers win,
  /// from the source on. path() then has the channels.
  Route cheapest(NodeId from, const std::vector<double>& cost, double turn);
  /// Numbers of the channels of the last path.
  const std::vector<int>& path() const { return path_; }

 private:
  struct Step {
    double cost = 0;       // from this node to the destination
    std::int8_t port = 0;  // the next port
  };
  std::size_t channel(NodeId node, int port) const { return static_cast<std::size_t>(node) * ports_ + port; }

  const Topology topology_;
  const int ports_;
  std::vector<NodeId> far_;                // [channel]: its end node, -1 if it has failed
  std::vector<std::vector<NodeId>> into_;  // [node]: nodes with a live channel to it
  NodeId destination_ = -1;
  std::vector<std::int32_t> left_;  // [node]
  std::vector<NodeId> open_;
  std::vector<Step> steps_;     // [node * (ports + 1) + port by which it was reached, last: none]
  std::vector<NodeId> inside_;  // nodes on shortest paths, the farthest first
  std::vector<int> seen_;       // [node]
  int search_ = 0;
  std::vector<int> path_;
};

}  // namespace torusim
