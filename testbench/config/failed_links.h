#pragma once
/// Converts --fail and --reroute to a network with failures and to routes round the failures.

#include <memory>
#include <string>

#include "models/sources/pattern.h"
#include "schedules/core/pair_routes.h"
#include "schedules/core/schedule.h"
#include "testbench/config/run_config.h"

namespace torusim {

// All functions throw a UsageError or InputError that begins with --fail.

/// The network with the failures of `config`.
Topology with_failures(const RunConfig& config, const Topology& intact);
/// The schedule with routes round the failures, as a schedule of the network with failures.
std::unique_ptr<Schedule> with_failures(const RunConfig& config, std::unique_ptr<Schedule> schedule);
/// Routes of the packets of a pattern. The lanes are `config.lanes`, or by default automatic_lanes().
std::shared_ptr<const PairRoutes> routes_of_pairs(const RunConfig& config, const Topology& topology,
                                                  const PatternOptions& pattern);

/// The changes by the failures, in lines that begin `failed` and `rerouted` or `planned`, each padded to
/// `width`. `what`: noun for the rerouted messages. Empty without failures.
std::string rerouting_lines(const Rerouting* rerouting, int width, const char* what = "messages");

}  // namespace torusim
