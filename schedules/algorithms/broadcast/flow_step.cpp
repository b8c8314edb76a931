#include "schedules/algorithms/broadcast/flow_step.h"

#include <algorithm>

#include "schedules/algorithms/broadcast/straight_paths.h"

namespace torusim::broadcast {

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
