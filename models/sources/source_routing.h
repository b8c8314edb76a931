#pragma once
/// Routes of open-loop packets by other rules than dimension order (docs/traffic.md), and the lanes that the
/// routes name.

#include <functional>
#include <string>

#include "models/contract/hardware.h"
#include "schedules/core/lane_choice.h"

namespace torusim {

class PacketRoutes;

enum class Routing {
  kDimensionOrder,
  kValiant,      ///< via a random node, each half in dimension order (Valiant, Brebner 1981)
  kRomm,         ///< via a random node in the box of shortest paths (Nesson, Johnsson 1995)
  kRandomOrder,  ///< shortest paths with a random order of dimensions (O1TURN: Seo et al. 2005)
  kAdaptive,     ///< routers choose the path (Hardware::adaptive); not for SourceRouting
};

/// Returns `dimension-order`, `valiant`, `romm`, `random-order` or `adaptive`.
const char* to_text(Routing routing);

struct RoutingOptions {
  Routing routing = Routing::kDimensionOrder;
  LaneChoice lanes = LaneChoice::kDateline;

  /// Whether routes follow dimension order and every run begins on lane 0.
  bool plain() const { return routing == Routing::kDimensionOrder && lanes == LaneChoice::kDateline; }
};

class SourceRouting {
 public:
  /// `minimal` and the hardware must outlive this object.
  SourceRouting(const Hardware& hardware, const PacketRoutes& minimal, const RoutingOptions& options);

  /// The reason why the topology has no routes of this kind, as the end of a sentence; empty: it has.
  static std::string unsupported_reason(const Topology& topology, Routing routing);

  /// Appends the route to an empty `route`; `random` makes the random choices.
  void append(NodeId from, NodeId to, std::uint32_t random, Route& route) const;
  /// Calls visit(route) for each route that append() may give, for some routes more than once. The verdict on
  /// deadlock uses it.
  void each(NodeId from, NodeId to, const std::function<void(const Route&)>& visit) const;

 private:
  void append_in_phases(NodeId from, NodeId to, std::uint64_t random, Route& route) const;
  void append_in_box(std::uint64_t random, const Route& shortest, Route& route) const;
  void each_in_phases(NodeId from, NodeId to, const std::function<void(const Route&)>& visit) const;
  void each_in_box(const Route& shortest, const std::function<void(const Route&)>& visit) const;
  void each_order(const Route& shortest, const std::function<void(const Route&)>& visit) const;
  void each_lane(NodeId from, const Route& route, const std::function<void(const Route&)>& visit) const;
  static void append_in_random_order(std::uint64_t random, const Route& shortest, Route& route);

  const Topology& topology_;
  const PacketRoutes& minimal_;
  const RoutingOptions options_;
  const LaneChooser lanes_;
};

}  // namespace torusim
