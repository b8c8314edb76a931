#pragma once
/// Shortest paths over the channels that live.

#include <cstdint>
#include <functional>
#include <vector>

#include "schedules/core/route.h"

namespace torusim {

class LivePaths {
 public:
  explicit LivePaths(const Topology& topology);

  /// Chooses the destination of what follows; several calls for one cost once.
  void aim(NodeId destination);
  /// Hops from a node, kUnreached where no path leads.
  static constexpr int kUnreached = -1;
  int distance(NodeId from) const { return left_[static_cast<std::size_t>(from)]; }

  /// The cheapest of the shortest paths from a node, from where there is one: each channel costs what `cost`
  /// says of its number (node * ports + port), each turn `turn`. Of equally cheap ones it takes the ports of
  /// the lowest numbers, from the source on. Leaves the channels in path().
  Route cheapest(NodeId from, const std::vector<double>& cost, double turn);
  /// Numbers of the channels of the last path.
  const std::vector<int>& path() const { return path_; }

 private:
  struct Step {
    double cost = 0;       // from here to the destination
    std::int8_t port = 0;  // to go on by
  };
  std::size_t channel(NodeId node, int port) const { return static_cast<std::size_t>(node) * ports_ + port; }

  const Topology topology_;
  const int ports_;
  std::vector<NodeId> far_;                // [channel]: where it leads, -1 if it does not live
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
