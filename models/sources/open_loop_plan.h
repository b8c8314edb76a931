#pragma once
/// The description of open-loop traffic, shared by all parts of a network.

#include <optional>
#include <vector>

#include "models/contract/observer.h"
#include "models/sources/arrivals.h"
#include "models/sources/open_loop_options.h"
#include "models/sources/packet_routes.h"
#include "models/sources/pattern.h"

namespace torusim {

/// The referenced objects must outlive the plan.
struct OpenLoopPlan {
  const Hardware& hardware;
  const Pattern& pattern;
  PacketRoutes routes;
  OpenLoopOptions options;
  std::optional<SourceRouting> routing;  ///< empty: the routing is plain
  std::vector<Arrivals> arrivals;        ///< of all nodes, or one by one if their rates differ
  Cycle window_end;
  const std::vector<Observer*>& observers;
  int reply_class = 0;  ///< closed loop: a reply's class less a request's of the same way; 0: one class

  const Arrivals& arrivals_of(NodeId node) const {
    return arrivals.size() == 1 ? arrivals.front() : arrivals[static_cast<std::size_t>(node)];
  }
  bool in_window(Cycle cycle) const { return cycle >= options.warm_up && cycle < window_end; }
};

}  // namespace torusim
