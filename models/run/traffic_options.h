#pragma once
/// The options of a measurement of open-loop traffic.

#include <memory>
#include <optional>

#include "models/contract/run_options.h"
#include "models/sources/open_loop_options.h"
#include "models/sources/pattern.h"
#include "schedules/core/pair_routes.h"

namespace torusim {

/// A measurement uses these RunOptions: hardware (classes > 1: every packet is of one of them, drawn with
/// equal shares), foreign routers, sleep, threads, observers (a NetworkMonitor among them is the monitor) and
/// progress (delivered packets, and about how many there will be).
struct TrafficOptions : RunOptions {
  PatternOptions pattern;
  /// Routes and classes of some pairs of nodes, such as those round failed channels; null: dimension order.
  std::shared_ptr<const PairRoutes> pairs;
  OpenLoopOptions traffic;
  std::optional<Level> level;  ///< in place of RunOptions::level; empty: chosen_level()
  bool monitor = false;        ///< hold the routers to docs/router.md: what breaks it is kFailed
};

}  // namespace torusim
