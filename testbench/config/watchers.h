#pragma once
/// The observers that the results of a run need, by one rule for every command.
///
/// Spans give the sums of channels and the causes of waits, at little cost. This holds if routers keep
/// docs/router.md to the cycle and heads follow the routes of their messages. Spans do not give the credits
/// of a router with its own timing, nor the channel that an adaptive head waits for. In these cases the
/// monitor counts, because it sees every flit.

#include <filesystem>
#include <optional>
#include <vector>

#include "models/contract/run_options.h"
#include "models/watch/flit_history.h"
#include "models/watch/network_monitor.h"
#include "models/watch/span_statistics.h"

namespace torusim {

/// The results that the observers must provide.
struct Watched {
  bool monitor = false;     ///< check the routers against the contract
  bool statistics = false;  ///< tables of links and nodes
  bool history = false;     ///< the position of every flit and the cause of every wait; needs `statistics`
  bool wires = false;       ///< the routers are hardwired: no worm waits, and channels have no sums
};

class Watchers {
 public:
  /// `scratch`: the directory for the file of a history.
  Watchers(const Hardware& hardware, const ForeignPlacement& foreign, const Watched& watched,
           const std::filesystem::path& scratch = scratch_directory());

  /// Adds the watchers to the observers of the run.
  void observe(std::vector<Observer*>& observers);
  /// Call after the run: a run that broke the contract of routers is not verified.
  void judge(RunResult& result) const;

  bool monitored() const { return monitor_.has_value(); }
  /// REQUIRES: Watched::statistics.
  const NetworkStatistics& statistics() const;
  /// Null without Watched::history.
  FlitHistory* history() { return history_ ? &*history_ : nullptr; }

 private:
  const bool wires_;
  std::optional<FlitHistory> history_;
  std::optional<NetworkMonitor> monitor_;
  std::optional<SpanStatistics> spans_;
};

}  // namespace torusim
