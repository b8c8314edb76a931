#pragma once
/// The path of a message, run after run.

#include <array>
#include <cassert>
#include <cstdint>
#include <string>

#include "schedules/core/topology.h"

namespace torusim {

/// A straight stretch of a route: `hops` > 0 in direction +dimension, < 0 in direction -dimension. On a
/// complete graph of n nodes it is the one channel to the node `hops` (modulo n, never 0) further on, on
/// another graph the one channel of that step.
struct Run {
  std::int16_t dimension = 0;
  std::int16_t hops = 0;
  bool operator==(const Run&) const = default;

  static constexpr int kMostHops = INT16_MAX;
  /// Throws InputError when there are more than kMostHops hops either way.
  static Run of(int dimension, int hops);
};

/// An explicit path, run after run. Short routes are the rule, so the runs lie in the object itself.
class Route {
 public:
  static constexpr int kMaxRuns =
      15;  ///< the widest head flit carries 16 segments, the last names the local port

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
  /// The same of the local channels at both ends.
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
  /// Channels between routers that it takes. Wrong routes are counted too: the checker names them.
  int hops(const Topology& topology) const;
  /// Calls visit(node, port) for each of them in order, `from` being the first node. All of them must exist.
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
  std::uint32_t lanes_ = 0;  // two bits a run, the last two of the local channels
  std::int8_t size_ = 0;
  std::array<Run, kMaxRuns> runs_{};
};

/// Shortest path dimension by dimension, first dimension first; a tie at half a ring goes in direction +,
/// on a graph to the channel of the smaller step. On a twisted torus the nodes take turns among equally short
/// ones, so that all pairs together load the channels evenly. Throws InputError when a run of it would be
/// longer than Run::kMostHops.
Route dimension_order_route(const Topology& topology, NodeId from, NodeId to);

/// Shortest paths dimension by dimension: two for every tie at half a ring, on twisted tori one for every
/// shortest combination of runs and seams; of graphs one.
std::uint32_t dimension_order_ways(const Topology& topology, NodeId from, NodeId to);
/// One of them; `way` is below dimension_order_ways(). On a plain torus way 0 is dimension_order_route().
Route dimension_order_route(const Topology& topology, NodeId from, NodeId to, std::uint32_t way);
/// The turn of a node among `ways` paths to a node, such that all pairs together load the channels evenly.
std::uint32_t even_way(const Topology& topology, NodeId from, NodeId to, std::uint32_t ways);

/// Whether it is that route; false where there is none.
bool is_dimension_order_route(const Topology& topology, NodeId from, NodeId to, const Route& route);

}  // namespace torusim
