#include "schedules/algorithms/broadcast/straight_paths.h"

#include <algorithm>
#include <deque>

namespace torusim::broadcast {
namespace {

/// On a complete graph every channel is a run of its own; else equal ports in a row are one.
bool goes_on(const Topology& topology, const PortPath& path, std::size_t i) {
  return i > 0 && path.ports[i] == path.ports[i - 1] &&
         !topology.complete(topology.port_dimension(path.ports[i]));
}

int runs(const Topology& topology, const PortPath& path) {
  int result = 0;
  for (std::size_t i = 0; i < path.ports.size(); ++i) result += !goes_on(topology, path, i);
  return result;
}

class FreeChannels {
 public:
  explicit FreeChannels(const ChannelMap& map)
      : map_(map), used_(map.nodes() * std::size_t(map.ports())), cost_(used_.size()), by_(used_.size()) {}

  /// The node at the end of the path.
  NodeId set(const PortPath& path, bool used) {
    NodeId at = path.from;
    for (const int port : path.ports) {
      used_[index(at, port)] = used;
      at = map_.neighbor(at, port);
    }
    return at;
  }

  /// The path of fewest runs over free channels; there must be one.
  PortPath straightest(NodeId from, NodeId to) {
    // A state is a channel that has been taken last, the node being the one that it leads to. Going on in the
    // same direction costs nothing, a turn 1.
    std::fill(cost_.begin(), cost_.end(), kUnseen);
    std::deque<std::size_t> queue;
    for (int port = 0; port < map_.ports(); ++port) visit(queue, kNothing, from, port, 1);
    std::size_t last = kNothing;
    while (last == kNothing) {
      const std::size_t state = queue.front();
      queue.pop_front();
      const int came_by = static_cast<int>(state % map_.ports());
      const NodeId at = map_.neighbor(static_cast<NodeId>(state / map_.ports()), came_by);
      if (at == to) {
        last = state;
        break;
      }
      const int cost = cost_[state];
      for (int port = 0; port < map_.ports(); ++port) {
        const bool straight =
            port == came_by && !map_.topology().complete(map_.topology().port_dimension(port));
        visit(queue, state, at, port, cost + (straight ? 0 : 1));
      }
    }
    PortPath path{from, {}};
    for (; last != kNothing; last = by_[last])
      path.ports.push_back(static_cast<std::int8_t>(last % map_.ports()));
    std::reverse(path.ports.begin(), path.ports.end());
    return path;
  }

 private:
  static constexpr int kUnseen = 1 << 30;
  static constexpr std::size_t kNothing = -1;

  std::size_t index(NodeId node, int port) const { return node * std::size_t(map_.ports()) + port; }

  void visit(std::deque<std::size_t>& queue, std::size_t by, NodeId at, int port, int cost) {
    if (map_.neighbor(at, port) == ChannelMap::kNone) return;
    const std::size_t state = index(at, port);
    if (used_[state] || cost_[state] <= cost) return;
    const bool straight = by != kNothing && cost == cost_[by];
    cost_[state] = cost;
    by_[state] = by;
    straight ? queue.push_front(state) : queue.push_back(state);
  }

  const ChannelMap& map_;
  std::vector<bool> used_;       // [channel]
  std::vector<int> cost_;        // [channel]: runs of the path that ends with it
  std::vector<std::size_t> by_;  // [channel]: the one before it
};

Send send_of(const Topology& topology, const PortPath& path, NodeId to) {
  Send result{path.from, to, {}};
  for (std::size_t i = 0; i < path.ports.size();) {
    const int port = path.ports[i];
    int hops = topology.port_step(port);
    while (++i < path.ports.size() && goes_on(topology, path, i)) hops += topology.port_step(port);
    result.route.append(Run::of(topology.port_dimension(port), hops));
  }
  return result;
}

}  // namespace

std::optional<std::vector<Send>> straighten(const ChannelMap& channels, std::vector<PortPath> paths) {
  const Topology& topology = channels.topology();
  FreeChannels free(channels);
  std::vector<NodeId> ends;
  for (const PortPath& path : paths) ends.push_back(free.set(path, true));
  std::vector<Send> sends;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (runs(topology, paths[i]) > Route::kMaxRuns) {
      free.set(paths[i], false);
      paths[i] = free.straightest(paths[i].from, ends[i]);
      free.set(paths[i], true);
      if (runs(topology, paths[i]) > Route::kMaxRuns) return std::nullopt;
    }
    sends.push_back(send_of(topology, paths[i], ends[i]));
  }
  return sends;
}

}  // namespace torusim::broadcast
