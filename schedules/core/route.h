#pragma once
/// The path of a message, run after run.

#include <array>
#include <cassert>
#include <cstdint>
#include <string>

#include "schedules/core/topology.h"

namespace torusim {

/// A straight stretch of a route: `hops` > 0 in direction +dimension, < 0 in direction -dimension. On a
/// complete graph of n nodes, and on another graph, a run is the one channel of step `hops`. On the complete
/// graph the step is taken modulo n and is never 0.
struct Run {
  std::int16_t dimension = 0;
  std::int16_t hops = 0;
  bool operator==(const Run&) const = default;

  static constexpr int kMostHops = INT16_MAX;
  /// Throws InputError when there are more than kMostHops hops either way.
  static Run of(int dimension, int hops);
};

/// An explicit path, run after run. Most routes are short, so the object holds the runs itself.
class Route {
 public:
  /// The widest head flit carries 16 segments, and the last segment names the local port
  static constexpr int kMaxRuns = 15;

  Route() = default;
  Route(std::initializer_list<Run> runs) {
    for (const Run& run : runs) append(run);
  }
  /// Throws InputError when the route would have more than kMaxRuns runs. A run of 0 hops is dropped.
  void append(Run run);

  int size() const { return size_; }
  bool empty() const { return size_ == 0; }
  /// The lane that the worm takes on run i (docs/router.md, Source routing): 0 unless it was set.
  int lane(int i) const {
    assert(i >= 0 && i < size_);
    return static_cast<int>(lanes_ >> 2 * i & 3);
  }
  void set_lane(int i, int lane) {
    assert(i >= 0 && i < size_ && lane >= 0 && lane < 4);
    lanes_ = (lanes_ & ~(3u << 2 * i)) | static_cast<std::uint32_t>(lane) << 2 * i;
  }
  /// The lane that the worm takes on the local channels at both ends of the route.
  int local_lane() const { return static_cast<int>(lanes_ >> 2 * kMaxRuns); }
  void set_local_lane(int lane) {
    assert(lane >= 0 && lane < 4);
    lanes_ = (lanes_ & ((1u << 2 * kMaxRuns) - 1)) | static_cast<std::uint32_t>(lane) << 2 * kMaxRuns;
  }
  const Run& operator[](int i) const {
    assert(i >= 0 && i < size_);
    return runs_[i];
  }
  const Run* begin() const { return runs_.data(); }
  const Run* end() const { return runs_.data() + size_; }
  /// Number of channels between routers on the route. Wrong routes are counted too: the checker names them.
  int hops(const Topology& topology) const;
  /// Calls visit(node, port) for each channel of the route in order; `from` is the first node. All channels
  /// must exist.
  template <typename Visit>
  void for_each_channel(const Topology& topology, NodeId from, Visit visit) const {
    for (const Run& run : *this) {
      const int port = topology.port(run.dimension, run.hops);
      for (int left = topology.channels_along(run.dimension, run.hops); left > 0; --left) {
        assert(topology.has_channel(from, port));
        visit(from, port);
        from = topology.neighbor(from, port);
      }
    }
  }
  NodeId end_node(const Topology& topology, NodeId from) const;
  /// `+x4-y1`, the form of schedule files; empty for an empty route.
  std::string text() const;
  bool operator==(const Route& other) const;

 private:
  std::uint32_t lanes_ = 0;  // two bits a run; the last two bits are for the local channels
  std::int8_t size_ = 0;
  std::array<Run, kMaxRuns> runs_{};
};

/// Shortest path dimension by dimension, first dimension first; a tie at half a ring goes in direction +, on
/// a graph to the channel of the smaller step. On a twisted torus the choice among equally short paths
/// alternates by node, so that all pairs together load the channels evenly. Throws InputError for a run of
/// more than Run::kMostHops hops.
Route dimension_order_route(const Topology& topology, NodeId from, NodeId to);

/// Number of shortest paths dimension by dimension: two for every tie at half a ring, on twisted tori one for
/// every shortest combination of runs and seams. A graph has one.
std::uint32_t dimension_order_ways(const Topology& topology, NodeId from, NodeId to);
/// Path number `way`, below dimension_order_ways(). On a plain torus way 0 is dimension_order_route().
Route dimension_order_route(const Topology& topology, NodeId from, NodeId to, std::uint32_t way);
/// The path, below `ways`, from a node to a node, chosen so that all pairs together load the channels evenly.
std::uint32_t even_way(const Topology& topology, NodeId from, NodeId to, std::uint32_t ways);
/// The path, below `ways`, of message `turn` of a node among its messages with a choice. Equal turns of the
/// nodes of a line go alternately in direction + and -, and the turns of a node take one path after the
/// other.
std::uint32_t way_in_turn(const Topology& topology, NodeId from, NodeId to, std::uint32_t ways,
                          std::uint32_t turn);

/// Whether `route` is dimension_order_route(from, to); false where no such route exists.
bool is_dimension_order_route(const Topology& topology, NodeId from, NodeId to, const Route& route);

}  // namespace torusim
