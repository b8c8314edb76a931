#include "schedules/reroute/live_paths.h"

#include <algorithm>

namespace torusim {

LivePaths::LivePaths(const Topology& topology)
    : topology_(topology),
      ports_(topology.network_ports()),
      far_(static_cast<std::size_t>(topology.nodes()) * ports_, -1),
      into_(static_cast<std::size_t>(topology.nodes())),
      left_(into_.size(), kUnreached),
      steps_(into_.size() * static_cast<std::size_t>(ports_ + 1)),
      seen_(into_.size()) {
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < ports_; ++port) {
      if (!topology.has_channel(node, port)) continue;
      const NodeId to = far_[channel(node, port)] = topology.neighbor(node, port);
      into_[static_cast<std::size_t>(to)].push_back(node);
    }
  }
}

void LivePaths::aim(NodeId destination) {
  if (destination == destination_) return;
  destination_ = destination;
  std::ranges::fill(left_, kUnreached);
  left_[static_cast<std::size_t>(destination)] = 0;
  open_.assign(1, destination);
  for (std::size_t i = 0; i < open_.size(); ++i) {
    for (const NodeId node : into_[static_cast<std::size_t>(open_[i])]) {
      if (distance(node) != kUnreached) continue;
      left_[static_cast<std::size_t>(node)] = distance(open_[i]) + 1;
      open_.push_back(node);
    }
  }
}

/// Computes, from the destination back, the cheapest way from every node for each port of arrival.
Route LivePaths::cheapest(NodeId from, const std::vector<double>& cost, double turn) {
  ++search_;
  inside_.assign(1, from);
  seen_[static_cast<std::size_t>(from)] = search_;
  for (std::size_t i = 0; i < inside_.size(); ++i) {
    for (int port = 0; port < ports_; ++port) {
      const NodeId to = far_[channel(inside_[i], port)];
      if (to < 0 || distance(to) != distance(inside_[i]) - 1) continue;
      if (seen_[static_cast<std::size_t>(to)] == search_) continue;
      seen_[static_cast<std::size_t>(to)] = search_;
      inside_.push_back(to);
    }
  }
  const auto steps = [&](NodeId node) { return &steps_[static_cast<std::size_t>(node) * (ports_ + 1)]; };
  for (std::size_t i = inside_.size(); i-- > 0;) {
    const NodeId node = inside_[i];
    Step* const here = steps(node);
    for (int arrived = 0; arrived <= ports_; ++arrived) here[arrived] = {0, -1};
    if (node == destination_) continue;
    for (int port = 0; port < ports_; ++port) {
      const NodeId to = far_[channel(node, port)];
      if (to < 0 || distance(to) != distance(node) - 1) continue;
      const double on = cost[channel(node, port)] + steps(to)[port].cost;
      for (int arrived = 0; arrived <= ports_; ++arrived) {
        const double all = on + (arrived == port || arrived == ports_ ? 0 : turn);
        if (here[arrived].port >= 0 && all >= here[arrived].cost) continue;
        here[arrived] = {all, static_cast<std::int8_t>(port)};
      }
    }
  }
  path_.clear();
  Route route;
  int arrived = ports_, run = 0;
  const auto end_run = [&] {
    if (run == 0) return;
    const int step = topology_.port_step(arrived);
    route.append(Run::of(topology_.port_dimension(arrived), step * run));
    run = 0;
  };
  for (NodeId at = from; at != destination_;) {
    const int port = steps(at)[arrived].port;
    if (port != arrived || topology_.jumps(topology_.port_dimension(port))) end_run();
    path_.push_back(static_cast<int>(channel(at, port)));
    at = far_[channel(at, port)];
    arrived = port;
    ++run;
  }
  end_run();
  return route;
}

}  // namespace torusim
