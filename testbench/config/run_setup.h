#pragma once
/// From the user's configuration to a run: the one way of every command, of results that are repeated, of the
/// C library and of sweeps.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "schedules/core/schedule.h"
#include "testbench/config/run_config.h"

namespace torusim {

// Functions that settle or prepare throw UsageError for contradictions and unknown names, InputError for
// files and shapes.

/// What is known of a run before routers are placed: enough to name its results.
struct ResolvedRun {
  RunConfig config;  ///< no `auto` is left
  std::unique_ptr<Schedule> schedule;
  Hardware hardware;
  bool any_level = false;  ///< the user names no level
};

struct PreparedRun : ResolvedRun {
  RunOptions options;  ///< no observers yet; hardwired routers have other hardware than observers see

  /// Of each phase, or of a program, on routers: the time without contention.
  std::vector<Cycle> predicted() const;
  /// Chooses the level, if the user names none. `options` has all observers.
  void choose_level();
};

/// Loads the schedule, unless it is given, and resolves the configuration. Refuses a schedule on graphs whose
/// messages can wait for each other in a circle.
ResolvedRun resolve_run(RunConfig config, std::unique_ptr<Schedule> schedule = nullptr);
/// The same, places the routers of --rtl, and switches the monitor on for them.
PreparedRun prepare_run(RunConfig config, std::unique_ptr<Schedule> schedule = nullptr);

// Parts of it that measurements, networks and verdicts share.

/// Fills every `auto` from the schedule and the other settings, and the topology.
void fill_defaults(RunConfig& config, Schedule& schedule);
/// The hardware of a settled configuration. `route_runs`: of Hardware.
Hardware hardware_of(const RunConfig& config, const Topology& topology, int route_runs);
/// Of a schedule: 0 unless messages go round failed links.
int route_runs(const ScheduleInfo& info);

/// Threads for each of the worker processes; auto: the machine's, shared by them.
int threads_of(const RunConfig& config);
/// As many of them as are of use to a network at that level (empty: not chosen yet) in which such routers are
/// placed.
int useful_threads(const RunConfig& config, std::optional<Level> level, const Topology& topology,
                   const ForeignPlacement& foreign);
/// Why fewer work on it, or on some of it, than are asked for by number, as a sentence; empty: they do.
std::string fewer_threads_reason(const RunConfig& config, std::optional<Level> level,
                                 const Topology& topology, const ForeignPlacement& foreign);

}  // namespace torusim
