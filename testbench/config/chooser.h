#pragma once
/// The schedule of an algorithm for a configuration. `exchange` is the quickest complete exchange on the
/// links, nodes and routers of the configuration: every command that makes a schedule or a program chooses
/// here.

#include <memory>
#include <string>

#include "schedules/algorithms/algorithm.h"
#include "schedules/algorithms/comparison.h"
#include "testbench/config/run_config.h"

namespace torusim {

/// The means to compare schedules on a network: predictions by the latency of a message, and runs between
/// barriers of no latency, at the fast or the dense level. Links and nodes that differ count on the network
/// of the configuration, not on a part of it.
Means means_of(const RunConfig& config, const Topology& topology, int block_flits, Cycle startup, int ports);

/// As make_schedule(), but for `exchange` with means_of().
std::unique_ptr<Schedule> make_for(const RunConfig& config, const std::string& name, const Topology& topology,
                                   const AlgorithmOptions& options);

}  // namespace torusim
