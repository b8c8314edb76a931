#include "schedules/check/channel_dependencies.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "schedules/core/error.h"

namespace torusim {
namespace {

// Strongly connected components of a graph (Tarjan: Depth-First Search and Linear Graph Algorithms).

/// The component of each vertex 0 .. size - 1. `successors(v, visit)` calls visit(w) for each edge from v to
/// w.
template <typename Successors>
std::vector<std::uint32_t> strong_components(std::size_t size, Successors successors) {
  constexpr std::uint32_t kNew = 0, kDone = ~std::uint32_t{0};
  std::vector<std::uint32_t> component(size, 0), seen(size, kNew), low(size, 0);  // seen: order of visits
  std::vector<std::uint32_t> open;  // visited, component unknown
  struct Step {
    std::uint32_t vertex;
    std::vector<std::uint32_t> left;  // successors still to be visited
  };
  std::vector<Step> path;
  std::uint32_t visits = 0, components = 0;
  const auto enter = [&](std::uint32_t vertex) {
    seen[vertex] = low[vertex] = ++visits;
    open.push_back(vertex);
    path.push_back({vertex, {}});
    successors(vertex, [&](std::size_t to) { path.back().left.push_back(static_cast<std::uint32_t>(to)); });
  };
  for (std::uint32_t root = 0; root < size; ++root) {
    if (seen[root] == kNew) enter(root);
    while (!path.empty()) {
      const std::uint32_t at = path.back().vertex;
      if (!path.back().left.empty()) {
        const std::uint32_t to = path.back().left.back();
        path.back().left.pop_back();
        if (seen[to] == kNew) {
          enter(to);
        } else if (seen[to] != kDone) {
          low[at] = std::min(low[at], seen[to]);
        }
        continue;
      }
      path.pop_back();
      if (!path.empty()) low[path.back().vertex] = std::min(low[path.back().vertex], low[at]);
      if (low[at] != seen[at]) continue;
      for (std::uint32_t member = kDone; member != at;) {
        member = open.back();
        open.pop_back();
        component[member] = components;
        seen[member] = kDone;
      }
      ++components;
    }
  }
  return component;
}

}  // namespace

ChannelDependencies::ChannelDependencies(const Topology& topology, int lanes)
    : topology_(topology), ports_(topology.network_ports()), lanes_(lanes), next_(class_size()) {
  if (lanes == 3) throw InputError("lanes = 3: must be 1, 2 or 4");
  if (ports_ * lanes > 64) {
    throw InputError(fmt::format("lanes = {}: a router of {} network ports has at most 2", lanes, ports_));
  }
}

void ChannelDependencies::add(NodeId from, const Route& route, int message_class, std::int64_t flits) {
  if (message_class < 0 || message_class >= kMaxClasses) return;
  next_.resize(std::max(next_.size(), class_size() * (message_class + 1)));
  flits_.resize(next_.size());
  std::size_t held = next_.size();
  for_each_held(topology_, lanes_, from, route, message_class, [&](const HeldChannel& channel) {
    if (held != next_.size()) next_[held] |= std::uint64_t{1} << (channel.port * lanes_ + channel.lane);
    any_ = any_ || held != next_.size();
    held = vertex(channel.node, channel.port, channel.lane, message_class);
    flits_[held] += flits;
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

std::vector<HeldChannel> ChannelDependencies::cycle(std::int64_t slots) const {
  if (!any_) return {};
  if (rings_flow_) return turning_cycle(slots);
  // Depth-first search; the path holds each vertex with its unvisited successors.
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
      std::vector<HeldChannel> channels;
      for (; start != path.end(); ++start) channels.push_back(channel(start->first));
      return channels;
    }
  }
  return {};
}

/// `visit` gets each channel that the next depends on and that a worm may wait for.
template <typename Visit>
void ChannelDependencies::each_successor(std::size_t vertex, std::int64_t slots, Visit visit) const {
  for (std::uint64_t left = next_[vertex]; left != 0; left &= left - 1) {
    const std::size_t to = resolve(vertex, std::countr_zero(left));
    if (flits_[to] > slots) visit(to);
  }
}

/// Whether a worm continues in its ring from one channel to the next.
bool ChannelDependencies::along_ring(std::size_t from, std::size_t to) const {
  const int port = channel(from).port;
  return port == channel(to).port && topology_.wraps(topology_.port_dimension(port));
}

/// A cycle that leaves a ring or is in none: such channels lie in one strong component with a dependency that
/// does not go on in a ring.
std::vector<HeldChannel> ChannelDependencies::turning_cycle(std::int64_t slots) const {
  const std::vector<std::uint32_t> component = strong_components(
      next_.size(), [&](std::size_t vertex, auto visit) { each_successor(vertex, slots, visit); });
  std::vector<HeldChannel> cycle;
  for (std::size_t from = 0; from < next_.size() && cycle.empty(); ++from) {
    each_successor(from, slots, [&](std::size_t to) {
      if (!cycle.empty() || component[from] != component[to] || along_ring(from, to)) return;
      cycle = shortest_cycle(from, to, slots);
    });
  }
  return cycle;
}

/// The shortest cycle that begins with the dependency of `from` on `first`. Such a cycle must exist.
std::vector<HeldChannel> ChannelDependencies::shortest_cycle(std::size_t from, std::size_t first,
                                                             std::int64_t slots) const {
  std::vector<std::size_t> before(next_.size(), next_.size());
  std::vector<std::size_t> reached{first};
  before[first] = from;
  for (std::size_t i = 0; i < reached.size() && (reached[i] != from); ++i) {
    each_successor(reached[i], slots, [&](std::size_t to) {
      if (before[to] != next_.size()) return;
      before[to] = reached[i];
      reached.push_back(to);
    });
  }
  std::vector<HeldChannel> channels;
  std::size_t at = from;
  do {
    channels.push_back(channel(at));
    at = before[at];
  } while (at != from);
  std::reverse(channels.begin() + 1, channels.end());
  return channels;
}

HeldChannel ChannelDependencies::channel(std::size_t vertex) const {
  const auto channel = static_cast<int>(vertex % class_size() / lanes_);
  return {channel / ports_, channel % ports_, static_cast<int>(vertex / class_size()),
          static_cast<int>(vertex % lanes_)};
}

std::vector<std::string> ChannelDependencies::names(const std::vector<HeldChannel>& channels) const {
  std::vector<std::string> result;
  for (const HeldChannel& channel : channels) {
    result.push_back(topology_.node_name(channel.node) + topology_.port_name(channel.port));
    if (lanes_ > 1) result.back() += fmt::format("/{}", channel.lane);
    if (channel.message_class > 0) result.back() += fmt::format(" class {}", channel.message_class);
  }
  return result;
}

}  // namespace torusim
