#include "schedules/check/channel_dependencies.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

namespace torusim {

ChannelDependencies::ChannelDependencies(const Topology& topology, int lanes)
    : topology_(topology), ports_(topology.network_ports()), lanes_(lanes), next_(class_size()) {}

void ChannelDependencies::add(NodeId from, const Route& route, int message_class, std::int64_t flits) {
  if (message_class < 0 || message_class >= kMaxClasses) return;
  next_.resize(std::max(next_.size(), class_size() * (message_class + 1)));
  flits_.resize(next_.size());
  std::size_t held = next_.size();
  int dimension = -1;
  int lane = 0;
  route.for_each_channel(topology_, from, [&](NodeId node, int port) {
    if (topology_.port_dimension(port) != dimension) lane = 0;
    if (lanes_ > 1 && topology_.crosses_dateline(node, port)) lane = 1;
    if (held != next_.size()) next_[held] |= std::uint64_t{1} << (port * lanes_ + lane);
    any_ = any_ || held != next_.size();
    held = vertex(node, port, lane, message_class);
    flits_[held] += flits;
    dimension = topology_.port_dimension(port);
  });
}

void ChannelDependencies::clear() {
  if (any_) std::fill(next_.begin(), next_.end(), 0);
  std::fill(flits_.begin(), flits_.end(), 0);
  any_ = false;
}

std::size_t ChannelDependencies::resolve(std::size_t from, int successor) const {
  const auto channel = static_cast<int>(from % class_size() / lanes_);
  const NodeId node = topology_.neighbor(channel / ports_, channel % ports_);
  return vertex(node, successor / lanes_, successor % lanes_, from / class_size());
}

std::vector<std::string> ChannelDependencies::cycle(std::int64_t slots) const {
  if (!any_) return {};
  // Depth-first search; the path holds each vertex with those of its successors that are still to be visited.
  enum : std::uint8_t { kNew, kOnPath, kDone };
  std::vector<std::uint8_t> state(next_.size(), kNew);
  std::vector<std::pair<std::size_t, std::uint64_t>> path;
  for (std::size_t root = 0; root < next_.size(); ++root) {
    if (state[root] != kNew || next_[root] == 0) continue;
    path.emplace_back(root, next_[root]);
    state[root] = kOnPath;
    while (!path.empty()) {
      auto& [at, left] = path.back();
      if (left == 0) {
        state[at] = kDone;
        path.pop_back();
        continue;
      }
      const int successor = std::countr_zero(left);
      left &= left - 1;
      const std::size_t to = resolve(at, successor);
      if (state[to] == kDone || flits_[to] <= slots) continue;
      if (state[to] == kNew) {
        state[to] = kOnPath;
        path.emplace_back(to, next_[to]);
        continue;
      }
      auto start =
          std::find_if(path.begin(), path.end(), [to](const auto& step) { return step.first == to; });
      std::vector<std::string> names;
      for (; start != path.end(); ++start) names.push_back(name(start->first));
      return names;
    }
  }
  return {};
}

std::string ChannelDependencies::name(std::size_t vertex) const {
  const auto channel = static_cast<int>(vertex % class_size() / lanes_);
  std::string result = topology_.node_name(channel / ports_) + topology_.port_name(channel % ports_);
  if (lanes_ > 1) result += fmt::format("/{}", vertex % lanes_);
  if (vertex >= class_size()) result += fmt::format(" class {}", vertex / class_size());
  return result;
}

}  // namespace torusim
