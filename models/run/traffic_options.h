#pragma once
/// The options of a measurement of open-loop traffic.

#include <functional>
#include <memory>
#include <optional>

#include "models/contract/run_options.h"
#include "models/sources/open_loop_options.h"
#include "models/sources/pattern.h"
#include "schedules/core/pair_routes.h"

namespace torusim {

/// A measurement uses these RunOptions: hardware, foreign routers, sleep, threads, observers and progress.
/// With several classes every packet draws one, with equal shares. A NetworkMonitor among the observers is
/// the monitor. Progress reports delivered packets and an estimate of their total.
struct TrafficOptions : RunOptions {
  PatternOptions pattern;
  /// Routes and classes of some pairs of nodes, such as routes round failed channels; null: dimension order.
  std::shared_ptr<const PairRoutes> pairs;
  OpenLoopOptions traffic;
  std::optional<Level> level;  ///< in place of RunOptions::level; empty: chosen_level()
  /// Whether the packets have cycles of their own.
  bool trace() const { return pattern.table != nullptr && pattern.table->is_trace(); }
  /// Called after the run for each packet of the window whose send never began: node, creation, flits.
  std::function<void(NodeId, Cycle, int)> queued;
  bool monitor = false;  ///< check the routers against docs/router.md; a violation is kFailed
};

}  // namespace torusim
