#pragma once
/// The verdict on deadlock before a run (schedules/check/deadlock_verdict.h) for given hardware and settings.
/// Also settings that prevent deadlock, and the refusal of runs that can deadlock.

#include <cstdint>
#include <string>

#include "models/contract/run_options.h"
#include "models/sources/pattern.h"
#include "models/sources/source_routing.h"
#include "schedules/check/deadlock_verdict.h"
#include "testbench/config/run_config.h"

namespace torusim {

/// How messages of at most `longest` flits wait on this hardware.
WaitingModel waiting_model(const Hardware& hardware, Synchronisation sync, int block_flits,
                           std::int64_t longest);

/// Judges the dimension-order routes of all pairs of nodes, with messages of at most `longest` flits. If all
/// pairs are free of deadlock, so is any subset. Time is proportional to the sides of the network.
DeadlockVerdict judge_all_pairs(const Hardware& hardware, std::int64_t longest);

/// Judges open-loop traffic of packets of at most `longest` flits. There may be any number of packets, so
/// every circle of dependences can close. `pairs`: as in TrafficOptions.
DeadlockVerdict judge_traffic(const Hardware& hardware, const PatternOptions& pattern, std::int64_t longest,
                              const PairRoutes* pairs = nullptr, const RoutingOptions& routing = {});

/// How the messages of the schedule wait on this hardware. `config` has no `auto`.
WaitingModel model_of(const RunConfig& config, Schedule& schedule, const Hardware& hardware);
/// Whether the schedule is a plain exchange whose routes have no circle of channels, whatever the
/// synchronisation.
bool known_free(const RunConfig& config, const Schedule& schedule, const Hardware& hardware);

/// The nearest options with which no circle closes: `--lanes 2 prevents it`; empty if no known options do.
/// They are judged as a run with the other options that the user asked for.
std::string prevention(RunConfig asked, Schedule& schedule);
/// The nearest such settings for open-loop traffic.
std::string prevention(Hardware hardware, const PatternOptions& pattern, std::int64_t longest,
                       const PairRoutes* pairs, const RoutingOptions& routing);

/// Refuses schedules that an algorithm makes for a product with graphs, if they can deadlock, and schedules
/// that can deadlock only because of rerouting. Routes along graphs have no datelines, so lanes do not
/// prevent deadlock. Throws an InputError that names the nearest settings without cycles. `config`: the
/// options that the user asked for, without `auto`.
void refuse_circles(const RunConfig& asked, const RunConfig& config, Schedule& schedule,
                    const Hardware& hardware);

}  // namespace torusim
