#include "schedules/check/escape_dependencies.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace torusim {
namespace {

/// Hops between two coordinates of a line, and whether they go in direction +; a tie goes +.
struct Leg {
  int hops = 0;
  bool up = true;
};

Leg leg(int side, bool ring, int from, int to) {
  if (!ring) return {std::abs(to - from), to > from};
  const int up = ((to - from) % side + side) % side;
  return up <= side - up ? Leg{up, true} : Leg{side - up, false};
}

/// Whether a leg from a coordinate goes over the wrap.
bool wraps(int side, int from, Leg leg) { return leg.up ? from + leg.hops >= side : from - leg.hops < 0; }

/// A graph of vertices 0 .. n-1, and one cycle of it.
class Graph {
 public:
  explicit Graph(std::size_t vertices) : next_(vertices) {}
  bool has(std::size_t from, std::size_t to) const {
    return std::find(next_[from].begin(), next_[from].end(), to) != next_[from].end();
  }
  bool add(std::size_t from, std::size_t to) {
    if (has(from, to)) return false;
    next_[from].push_back(to);
    return true;
  }
  std::vector<std::size_t> cycle() const {
    enum : std::uint8_t { kNew, kOnPath, kDone };
    std::vector<std::uint8_t> state(next_.size(), kNew);
    std::vector<std::pair<std::size_t, std::size_t>> path;  // vertex, and its successors that are visited
    for (std::size_t root = 0; root < next_.size(); ++root) {
      if (state[root] != kNew) continue;
      path.assign(1, {root, 0});
      state[root] = kOnPath;
      while (!path.empty()) {
        auto& [at, visited] = path.back();
        if (visited == next_[at].size()) {
          state[at] = kDone;
          path.pop_back();
          continue;
        }
        const std::size_t to = next_[at][visited++];
        if (state[to] == kDone) continue;
        if (state[to] == kNew) {
          state[to] = kOnPath;
          path.emplace_back(to, 0);
          continue;
        }
        std::vector<std::size_t> result;
        for (const auto& step : path) {
          if (step.first == to || !result.empty()) result.push_back(step.first);
        }
        return result;
      }
    }
    return {};
  }

 private:
  std::vector<std::vector<std::size_t>> next_;
};

/// The extended graph of all pairs, destination by destination.
class PairGraph {
 public:
  PairGraph(const Topology& topology, EscapeLane rule)
      : topology_(topology),
        rule_(rule),
        ports_(static_cast<std::size_t>(topology.network_ports())),
        vertices_(static_cast<std::size_t>(topology.nodes()) * ports_ * 2),
        direct_(vertices_),
        all_(vertices_),
        used_(vertices_, false) {}

  EscapeDependencies result() {
    for (NodeId to = 0; to < topology_.nodes(); ++to) go_to(to);
    EscapeDependencies result{std::count(used_.begin(), used_.end(), true), direct_pairs_,
                              all_pairs_ - direct_pairs_};
    for (const std::size_t v : all_.cycle()) {
      const std::size_t channel = v / 2;
      result.cycle.push_back({static_cast<NodeId>(channel / ports_), static_cast<int>(channel % ports_), 0,
                              static_cast<int>(v % 2)});
    }
    return result;
  }

 private:
  /// An escape channel as worms for one destination take it.
  struct Escape {
    NodeId node;
    int port, lane;
  };

  /// The first dimension in which the nodes differ.
  int first_dimension(NodeId from, NodeId to) const {
    int d = 0;
    while (topology_.coordinate(from, d) == topology_.coordinate(to, d)) ++d;
    return d;
  }
  Leg leg_along(int d, NodeId from, NodeId to) const {
    return leg(topology_.side(d), topology_.wraps(d), topology_.coordinate(from, d),
               topology_.coordinate(to, d));
  }
  /// The channels that a worm at a node takes; `held` is its escape channel right before, if any.
  Escape escape(NodeId from, NodeId to, const Escape* held) const {
    const int d = first_dimension(from, to);
    const Leg leg = leg_along(d, from, to);
    const int port = topology_.port(d, leg.up ? 1 : -1);
    if (rule_ == EscapeLane::kByDestination) {
      return {from, port, wraps(topology_.side(d), topology_.coordinate(from, d), leg) ? 0 : 1};
    }
    const bool straight = held != nullptr && topology_.port_dimension(held->port) == d;
    const int lane = straight ? held->lane : 0;
    return {from, port, topology_.crosses_dateline(from, port) ? 1 : lane};
  }
  /// The nodes that adaptive channels lead to, but for the destination: by increasing distance from `from`.
  std::vector<NodeId> adaptive_ways(NodeId from, NodeId to) const {
    std::vector<NodeId> found{from};
    for (std::size_t i = 0; i < found.size(); ++i) {
      for (int port = 0; port < topology_.network_ports(); ++port) {
        if (!topology_.has_channel(found[i], port)) continue;
        const NodeId next = topology_.neighbor(found[i], port);
        if (next == to || topology_.distance(next, to) >= topology_.distance(found[i], to)) continue;
        if (std::find(found.begin(), found.end(), next) == found.end()) found.push_back(next);
      }
    }
    found.erase(found.begin());
    return found;
  }
  std::size_t vertex(const Escape& e) const {
    return (static_cast<std::size_t>(e.node) * ports_ + static_cast<std::size_t>(e.port)) * 2 +
           static_cast<std::size_t>(e.lane);
  }

  void go_to(NodeId to) {
    std::vector<Escape> open;
    std::vector<bool> seen(vertices_, false);
    const auto reach = [&](const Escape& e) {
      if (seen[vertex(e)]) return;
      seen[vertex(e)] = used_[vertex(e)] = true;
      open.push_back(e);
    };
    for (NodeId from = 0; from < topology_.nodes(); ++from) {
      if (from != to) reach(escape(from, to, nullptr));
    }
    for (std::size_t i = 0; i < open.size(); ++i) {
      const Escape held = open[i];
      const NodeId next = topology_.neighbor(held.node, held.port);
      if (next == to) continue;
      const Escape straight_on = escape(next, to, &held);
      direct_pairs_ += direct_.add(vertex(held), vertex(straight_on));
      all_pairs_ += all_.add(vertex(held), vertex(straight_on));
      reach(straight_on);
      for (const NodeId later : adaptive_ways(next, to)) {
        all_pairs_ += all_.add(vertex(held), vertex(escape(later, to, nullptr)));
      }
    }
  }

  const Topology& topology_;
  const EscapeLane rule_;
  const std::size_t ports_, vertices_;
  Graph direct_, all_;
  std::vector<bool> used_;
  std::int64_t direct_pairs_ = 0, all_pairs_ = 0;
};

/// The graph of one line. `others`: an adaptive channel can lead to another line.
class LineGraph {
 public:
  LineGraph(int side, bool ring, bool others, EscapeLane rule)
      : side_(side), ring_(ring), others_(others), rule_(rule), graph_(static_cast<std::size_t>(side) * 4) {}

  /// (coordinate, up, lane) of a cycle.
  std::vector<std::size_t> cycle() {
    for (int to = 0; to < side_; ++to) {
      for (int from = 0; from < side_; ++from) {
        if (from != to) go(from, to);
      }
    }
    return graph_.cycle();
  }

 private:
  int fresh_lane(int from, Leg leg) const {
    if (rule_ == EscapeLane::kByDestination) return wraps(side_, from, leg) ? 0 : 1;
    return crosses(from, leg.up) ? 1 : 0;
  }
  bool crosses(int from, bool up) const { return ring_ && from == (up ? side_ - 1 : 0); }
  std::size_t vertex(int at, bool up, int lane) const {
    return static_cast<std::size_t>(at) * 4 + (up ? 2 : 0) + static_cast<std::size_t>(lane);
  }
  /// A worm enters an escape channel at `from` and follows escape channels to `to`, or leaves them for
  /// adaptive ones. By destination its lane does not depend on where it entered, and what it comes to behind
  /// adaptive channels it also comes to hop by hop: the first hop is enough.
  void go(int from, int to) {
    const Leg whole = leg(side_, ring_, from, to);
    int lane = fresh_lane(from, whole);
    const auto at = [&](int hops) { return ((from + (whole.up ? hops : -hops)) % side_ + side_) % side_; };
    for (int hop = 0; hop + 1 < whole.hops; ++hop) {
      const std::size_t held = vertex(at(hop), whole.up, lane);
      const Leg rest{whole.hops - hop - 1, whole.up};
      const int next = at(hop + 1);
      const bool by_destination = rule_ == EscapeLane::kByDestination;
      lane = by_destination ? fresh_lane(next, rest) : lane | static_cast<int>(crosses(next, whole.up));
      graph_.add(held, vertex(next, whole.up, lane));
      if (by_destination) return;
      for (int later = others_ ? 1 : 2; later <= rest.hops; ++later) {
        const int y = at(hop + later);
        graph_.add(held, vertex(y, whole.up, fresh_lane(y, {whole.hops - hop - later, whole.up})));
      }
    }
  }

  const int side_;
  const bool ring_, others_;
  const EscapeLane rule_;
  Graph graph_;
};

}  // namespace

EscapeDependencies escape_dependencies(const Topology& topology, EscapeLane rule) {
  return PairGraph(topology, rule).result();
}

std::vector<HeldChannel> escape_cycle(const Topology& topology, EscapeLane rule) {
  for (int d = 0; d < topology.dimensions(); ++d) {
    const bool others = d + 1 < topology.dimensions();
    const auto cycle = LineGraph(topology.side(d), topology.wraps(d), others, rule).cycle();
    std::vector<HeldChannel> channels;
    for (const std::size_t v : cycle) {
      Topology::Coordinates at{};
      at[static_cast<std::size_t>(d)] = static_cast<int>(v / 4);
      channels.push_back(
          {topology.node(at), topology.port(d, (v & 2) != 0 ? 1 : -1), 0, static_cast<int>(v & 1)});
    }
    if (!channels.empty()) return channels;
  }
  return {};
}

}  // namespace torusim
