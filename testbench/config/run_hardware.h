#pragma once
/// The settings of a run without `auto`, and its hardware.

#include "models/run/simulation.h"
#include "schedules/core/schedule.h"
#include "testbench/config/run_config.h"

namespace torusim {

// All throw UsageError for contradictions, InputError for messages that no hardware carries.

/// The synchronisation of the schedule's phases. The programs of jobs synchronise their own.
Synchronisation sync_of_phases(const RunConfig& config, Schedule& schedule);

/// Fills every `auto`, the topology and the longest worm from the schedule and the other settings.
void fill_defaults(RunConfig& config, Schedule& schedule);

/// The hardware of a configuration without `auto`. `route_runs`: Hardware::route_runs.
Hardware hardware_of(const RunConfig& config, const Topology& topology, int route_runs);
/// Fills every `auto`; the hardware of the run. Refuses messages that are too long for it.
Hardware settled_hardware(RunConfig& config, Schedule& schedule);

}  // namespace torusim
