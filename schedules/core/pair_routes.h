#pragma once
/// Routes and classes of messages by source and destination, for pairs that do not take a dimension-order
/// route in class 0.

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "schedules/core/rerouting.h"
#include "schedules/core/route.h"

namespace torusim {

class PairRoutes {
 public:
  struct Way {
    Route route;
    int message_class = 0;
    int hops = 0;
  };
  static constexpr NodeId kMostNodes = 4096;  ///< the table has an entry for each pair

  /// An empty table. The topology has at most kMostNodes.
  explicit PairRoutes(const Topology& topology);
  void set(NodeId from, NodeId to, const Route& route, int message_class);

  /// The route and class of a pair; null means a dimension-order route in class 0.
  const Way* find(NodeId from, NodeId to) const {
    const std::int32_t way = way_[place(from, to)];
    return way < 0 ? nullptr : &ways_[static_cast<std::size_t>(way)];
  }
  /// Number of classes of all routes, class 0 included.
  int classes() const { return classes_; }

  Rerouting rerouting;  ///< the changes that these routes make; set by their maker

 private:
  std::size_t place(NodeId from, NodeId to) const {
    return static_cast<std::size_t>(from) * topology_.nodes() + to;
  }

  Topology topology_;
  std::vector<std::int32_t> way_;  // [from * nodes + to]
  std::vector<Way> ways_;          // each route once, as many pairs share one
  std::map<std::vector<std::int16_t>, std::int32_t> known_;
  int classes_ = 1;
};

}  // namespace torusim
