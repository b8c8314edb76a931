#pragma once
/// What hardware and settings mean for the verdict on deadlock before a run
/// (schedules/check/deadlock_verdict.h), which settings prevent it, and runs that are refused for it.

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

/// Judges the dimension-order routes of all pairs of nodes, with messages of at most `longest` flits: what is
/// free for them is free for any of them. Time goes with the sides of the network.
DeadlockVerdict judge_all_pairs(const Hardware& hardware, std::int64_t longest);

/// Judges messages of any pattern whose heads choose their way, by the extended dependencies of the escape
/// lanes.
DeadlockVerdict judge_adaptive(const Hardware& hardware);

/// Judges open-loop traffic of packets of at most `longest` flits. There may be any number of packets, so
/// there is no circle that cannot close.
/// `pairs`: as in TrafficOptions.
DeadlockVerdict judge_traffic(const Hardware& hardware, const PatternOptions& pattern, std::int64_t longest,
                              const PairRoutes* pairs = nullptr, const RoutingOptions& routing = {});

/// How the messages of the schedule wait; `config` is settled.
WaitingModel model_of(const RunConfig& config, Schedule& schedule, Synchronisation sync, int lanes);
/// Whether the routes of a plain exchange are free of circles, whatever waits for what.
bool known_free(const RunConfig& config, const Schedule& schedule, int lanes);

/// The nearest settings with which no circle closes: `--lanes 2 prevents it`; empty if nothing known does.
std::string prevention(RunConfig config, Schedule& schedule);
/// The same of traffic.
std::string prevention(Hardware hardware, const PatternOptions& pattern, std::int64_t longest,
                       const PairRoutes* pairs, const RoutingOptions& routing);

/// Routes along graphs have no datelines, so lanes do not keep them out of deadlocks. What an algorithm makes
/// for a product with graphs is therefore held to acyclic channel dependencies before it runs. Throws
/// InputError that names the nearest settings that are free of cycles.
void refuse_circles(const RunConfig& config, Schedule& schedule);

}  // namespace torusim
