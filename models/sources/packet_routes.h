#pragma once
/// Routes of open-loop packets in dimension order. A packet takes one of the equally short paths at random,
/// so that both directions of a ring carry the same load. Tables make a route in a few steps. A table
/// (pair_routes.h) can give packets of some pairs of nodes another route, and a class.

#include <array>
#include <cstdint>
#include <vector>

#include "schedules/core/pair_routes.h"

namespace torusim {

class PacketRoutes {
 public:
  /// The topology and the table `pairs`, which may be null, must outlive this object. Throws InputError when
  /// a run would be longer than Run::kMostHops.
  explicit PacketRoutes(const Topology& topology, const PairRoutes* pairs = nullptr);

  /// Appends the route to an empty `route`. Bit d of `ties` selects direction - of two equally short
  /// directions in dimension d. On a twisted torus the whole number selects one of the shortest paths.
  void append(NodeId from, NodeId to, std::uint32_t ties, Route& route) const;
  /// Channels between routers on the route.
  int hops(NodeId from, NodeId to) const;
  /// Whether a table gives the classes, and the class of a pair in the table (0 without an entry).
  bool gives_classes() const { return pairs_ != nullptr; }
  int message_class(NodeId from, NodeId to) const {
    const PairRoutes::Way* const way = pairs_->find(from, to);
    return way == nullptr ? 0 : way->message_class;
  }

 private:
  /// The hops for a difference of coordinates.
  struct Away {
    std::int16_t hops[2] = {};  // by tie
    std::int16_t channels = 0;
  };

  const std::int32_t* coordinates(NodeId node) const {
    return &coordinates_[static_cast<std::size_t>(node) * dimensions_];
  }
  void fill_tables();
  void append_along_graph(int dimension, int from, int to, Route& route) const;

  const Topology& topology_;
  const PairRoutes* const pairs_;
  const std::size_t dimensions_;
  const bool has_graph_;
  const Twist* const twist_;               // null without seams
  std::vector<std::int32_t> coordinates_;  // by node and dimension
  std::vector<Away> away_;                 // by dimension and difference, except graphs
  std::array<std::ptrdiff_t, Topology::kMaxDimensions> middle_{};  // index of the difference 0
};

}  // namespace torusim
