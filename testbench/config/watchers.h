#pragma once
/// The observers that the results of a run need, by one rule for every command.
///
/// Sums of channels and causes of waits follow from spans, at little cost, where routers keep docs/router.md
/// to the cycle and heads follow the route of their message. Where a router has its own timing, its credits
/// do not follow from spans; where heads choose their way (adaptive routing), what they wait for does not.
/// There the monitor counts, which sees every flit.

#include <filesystem>
#include <optional>
#include <vector>

#include "models/contract/run_options.h"
#include "models/watch/flit_history.h"
#include "models/watch/network_monitor.h"
#include "models/watch/span_statistics.h"

namespace torusim {

/// What is asked of the observers.
struct Watched {
  bool monitor = false;     ///< hold the routers to the contract
  bool statistics = false;  ///< tables of links and nodes
  bool history = false;     ///< the position of every flit and the cause of every wait; needs `statistics`
  bool wires = false;       ///< of hardwired routers, where nothing waits and channels have no sums
};

class Watchers {
 public:
  /// `scratch`: the directory for the file of a history.
  Watchers(const Hardware& hardware, const ForeignPlacement& foreign, const Watched& watched,
           const std::filesystem::path& scratch = std::filesystem::temp_directory_path());

  /// Adds them to the observers of the run.
  void observe(std::vector<Observer*>& observers);
  /// After the run: one that broke the contract of routers is no verified run.
  void judge(RunResult& result) const;

  bool monitored() const { return monitor_.has_value(); }
  /// REQUIRES: they were asked for.
  const NetworkStatistics& statistics() const;
  /// Null if none was asked for.
  FlitHistory* history() { return history_ ? &*history_ : nullptr; }

 private:
  const bool wires_;
  std::optional<FlitHistory> history_;
  std::optional<NetworkMonitor> monitor_;
  std::optional<SpanStatistics> spans_;
};

}  // namespace torusim
