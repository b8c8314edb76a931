#include "schedules/algorithms/broadcast/flow_step.h"

#include <algorithm>
#include <deque>

namespace torusim::broadcast {
namespace {

struct PortPath {
  NodeId from = 0;
  std::vector<std::int8_t> ports;  ///< taken one after the other
};

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

/// The sends of disjoint paths. A path with too many runs for a Route is replaced by the path with the
/// fewest runs between the same nodes, over its own and unused channels; nullopt if that path has too many
/// as well.
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

}  // namespace

ChannelMap::ChannelMap(const Topology& topology) : topology_(topology) {
  neighbors_.reserve(topology.nodes() * std::size_t(ports()));
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < ports(); ++port) {
      neighbors_.push_back(topology.has_channel(node, port) ? topology.neighbor(node, port) : kNone);
    }
  }
  sources_ = neighbors_;
  if (topology.failures() == nullptr) return;
  for (NodeId node = 0; node < topology.nodes(); ++node) {
    for (int port = 0; port < ports(); ++port) {
      const NodeId from = topology.neighbor(node, port);
      const bool comes = topology.has_channel(from, opposite(port));
      sources_[node * std::size_t(ports()) + port] = comes ? from : kNone;
    }
  }
}

FlowStep::FlowStep(const ChannelMap& channels, const std::vector<bool>& owners, int alpha)
    : channels_(channels),
      carries_(owners.size() * channels.ports()),
      budget_(owners.size()),
      supply_(owners.size()),
      dead_(owners.size()),
      seen_in_(owners.size()),
      arcs_(owners.size()) {
  for (std::size_t node = 0; node < owners.size(); ++node) budget_[node] = owners[node] ? alpha : 0;
}

bool FlowStep::reach(NodeId receiver) {
  if (dead_[receiver]) return false;
  ++search_;
  queue_.assign(1, receiver);
  seen_in_[receiver] = search_;
  for (std::size_t i = 0; i < queue_.size(); ++i) {
    const NodeId at = queue_[i];
    for (int port = 0; port < channels_.ports(); ++port) {
      const bool cancels = carries_[index(at, port)];
      const NodeId from = cancels ? channels_.neighbor(at, port) : channels_.source(at, port);
      if (from == ChannelMap::kNone || seen_in_[from] == search_ || dead_[from]) continue;
      const int back = channels_.opposite(port);
      if (!cancels && carries_[index(from, back)]) continue;
      seen_in_[from] = search_;
      arcs_[from] = {at, static_cast<std::int8_t>(cancels ? port : back), cancels};
      if (budget_[from] > 0) {
        augment(from, receiver);
        return true;
      }
      queue_.push_back(from);
    }
  }
  // No owner with a free send reaches any of these nodes, now or later: a path to another node through one of
  // them would reach it.
  for (const NodeId node : queue_) dead_[node] = true;
  return false;
}

void FlowStep::augment(NodeId owner, NodeId receiver) {
  --budget_[owner];
  ++supply_[owner];
  receivers_.push_back(receiver);
  for (NodeId at = owner; at != receiver; at = arcs_[at].next) {
    const Arc& arc = arcs_[at];
    carries_[arc.cancels ? index(arc.next, arc.port) : index(at, arc.port)] = !arc.cancels;
  }
}

int FlowStep::incoming(const std::vector<bool>& carries, NodeId at, int straight) const {
  const auto comes_by = [&](int port) {
    const NodeId from = channels_.source(at, port);
    return from != ChannelMap::kNone && carries[index(from, channels_.opposite(port))];
  };
  if (straight >= 0 && comes_by(straight)) return straight;
  int port = 0;
  while (!comes_by(port)) ++port;
  return port;
}

std::optional<std::vector<Send>> FlowStep::sends() const {
  std::vector<bool> carries = carries_;
  std::vector<int> supply = supply_;
  std::vector<PortPath> paths;
  for (const NodeId receiver : receivers_) {
    // Backwards along channels that carry, to an owner that has not been the start of all its paths yet.
    PortPath path{receiver, {}};
    std::vector<NodeId> visited{receiver};
    int port = -1;
    while (supply[path.from] == 0) {
      port = incoming(carries, path.from, port);
      path.from = channels_.source(path.from, port);
      carries[index(path.from, channels_.opposite(port))] = false;
      path.ports.push_back(static_cast<std::int8_t>(channels_.opposite(port)));
      const auto loop = std::find(visited.begin(), visited.end(), path.from);
      if (loop != visited.end()) {
        path.ports.resize(loop - visited.begin());
        visited.erase(loop, visited.end());
      }
      visited.push_back(path.from);
    }
    --supply[path.from];
    std::reverse(path.ports.begin(), path.ports.end());
    paths.push_back(std::move(path));
  }
  return straighten(channels_, std::move(paths));
}

}  // namespace torusim::broadcast
