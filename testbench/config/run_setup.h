#pragma once
/// Converts the user's configuration to a run, for all commands, repeated results, the C library and sweeps.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "schedules/core/schedule.h"
#include "testbench/config/prediction.h"
#include "testbench/config/run_config.h"

namespace torusim {

// Functions that fill, resolve or prepare throw UsageError for contradictions and unknown names, InputError
// for files and shapes.

/// A run before its routers are placed: enough to name its results.
struct ResolvedRun {
  RunConfig config;  ///< no member is `auto`
  std::unique_ptr<Schedule> schedule;
  Hardware hardware;
  bool any_level = false;  ///< --level is not given
};

struct PreparedRun : ResolvedRun {
  RunOptions options;  ///< no observers yet; its hardware differs from `hardware` for hardwired routers

  TimeModel time_model() const;
  /// Time without contention on routers, of each phase, or of a program as one phase.
  std::vector<Cycle> predicted() const;
  /// Chooses the level if the user names none. REQUIRES: `options` has all observers.
  void choose_level();
};

/// A schedule on graphs, or round failures, that can deadlock is refused (refuse_circles() of waiting.h), or
/// judged by the caller.
enum class Circles { kRefused, kJudged };

/// Loads the schedule, unless it is given, and resolves the configuration.
ResolvedRun resolve_run(RunConfig config, std::unique_ptr<Schedule> schedule = nullptr,
                        Circles circles = Circles::kRefused);
/// Resolves the run, places the routers of --rtl, and switches the monitor on for them. Refuses whatever a
/// run refuses before its first cycle, so commands that do not run prepare one too.
PreparedRun prepare_run(RunConfig config, std::unique_ptr<Schedule> schedule = nullptr,
                        Circles circles = Circles::kRefused);

/// Threads of each worker process; auto: the processes share the machine's threads equally.
int threads_of(const RunConfig& config);
/// The number of these threads that a network at `level` (empty: not chosen yet) with the routers of
/// `foreign` can use.
int useful_threads(const RunConfig& config, std::optional<Level> level, const Topology& topology,
                   const ForeignPlacement& foreign);
/// Why the network, or a part of it, uses fewer threads than --threads N requests, as a sentence; empty: it
/// uses N.
std::string fewer_threads_reason(const RunConfig& config, std::optional<Level> level,
                                 const Topology& topology, const ForeignPlacement& foreign);

}  // namespace torusim
