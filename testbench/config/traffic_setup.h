#pragma once
/// Converts the user's configuration of open-loop traffic to a measurement.

#include "models/run/traffic_run.h"
#include "testbench/config/run_config.h"

namespace torusim {

/// Fills every `auto` of `config`, switches the monitor on for routers of --rtl, and returns the measurement
/// of its pattern and load. Throws UsageError for contradictions and unknown names, InputError for shapes.
TrafficOptions traffic_setup(RunConfig& config);

/// `1 class x 2 lanes of 8 flits ..`: pattern, network and packets in one line for people.
std::string traffic_title(const TrafficOptions& options);

/// `packets of 8 flits, bernoulli`, or the lengths of requests and replies.
std::string packets_text(const TrafficOptions& options);

/// The warning about requests and replies in one class, or empty.
std::string shared_class_warning(const TrafficOptions& options);

/// The exit code of a measurement; a saturated network is a valid result.
int exit_code(TrafficVerdict verdict);

}  // namespace torusim
